import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ImplementWorkspace, testsOf } from './implement-workspace.ts';

test('designs become branches with evidence; those that touch the same files never run at once', async () => {
  const pieces = [{ id: '1', stem: 'shared' }, { id: '2', stem: 'shared' }, { id: '3' }];
  using workspace = new ImplementWorkspace(pieces);
  const designed = await workspace.requirements('--parallel', '3');
  assert.equal(designed.code, 0, designed.stderr);
  const planned = await workspace.implement('--dry-run');
  assert.match(planned.stdout, /^implement: 3 tasks · 1 at a time · by scripted:script\.json .* · sandbox off$/m);
  assert.match(planned.stdout, /not beside 2: same files/);
  assert.match(planned.stdout, /→ agentos\/3:docs\/reports\/3\/implementation-report\.md/);
  const { code, stdout, stderr } = await workspace.implement('--parallel', '3', '--json');
  assert.equal(code, 0, stderr);
  const summary = JSON.parse(stdout);
  assert.deepEqual([summary.workflow, summary.counts.done], ['implement', 3]);
  assert.equal(summary.tasks[0].outputPath, 'docs/lineage/1-impl/evidence.json');
  assert.match(summary.tasks[0].logPath, /IMPL-1\.log$/);
  assert.deepEqual(workspace.branches, ['agentos/1', 'agentos/2', 'agentos/3', 'main']);
  refuseOverlap(workspace.story, '1', '2');
  assert.match(stderr, /agent scripted:script\.json · reviewer scripted:script\.json/);
  assert.match(stderr, /WARNING: .*WITHOUT A SANDBOX \(switched off\)/);
  assert.ok(workspace.entries.some((entry) => entry.kind === 'note' && /WITHOUT A SANDBOX/.test(entry.message)));
  const evidence = JSON.parse(readFileSync(workspace.path('docs/lineage/1-impl/evidence.json'), 'utf8'));
  assert.equal(evidence.commit, workspace.git('rev-parse', 'agentos/1'));
  assert.deepEqual([summary.tasks[0].branch, summary.tasks[0].commit], ['agentos/1', evidence.commit]);
  assert.equal(summary.tasks[0].pullRequest, null);
  const again = await workspace.implement();
  assert.match(again.stderr, /nothing to do · 3 skipped/);
  const shown = await workspace.run('show', '1');
  assert.match(shown.stdout, /implement · done/);
  assert.ok(shown.stdout.includes(`commit ${evidence.commit} on branch agentos/1; nothing was merged`), shown.stdout);
  const { tasks } = JSON.parse((await workspace.run('status', '--json')).stdout);
  assert.deepEqual(
    tasks.map(({ commit }: { commit: string }) => commit),
    ['1', '2', '3'].map((id) => workspace.git('rev-parse', `agentos/${id}`)),
  );
});

test('the whole output of a command is kept, however long, and nothing is left beside it', async () => {
  const lines = 60_000;
  const loud = `for (let at = 0; at < ${lines}; at += 1) console.log('line ' + at + ' ' + 'x'.repeat(50));\n`;
  const content = `${testsOf({ id: '1' })}${loud}`;
  const agent = { 'write-tests': [{ edits: [{ write: { path: 'test/piece-1.test.mjs', content } }], finish: {} }] };
  using workspace = new ImplementWorkspace([{ id: '1', agent }]);
  assert.equal((await workspace.requirements()).code, 0);
  const { code, stderr } = await workspace.implement();
  assert.equal(code, 0, stderr);
  const { commands } = JSON.parse(readFileSync(workspace.path('docs/lineage/1-impl/evidence.json'), 'utf8'));
  const green = commands.find(({ step }: { step: string }) => step === 'prove-green');
  const log = readFileSync(workspace.path(green.outputPath));
  assert.deepEqual([green.outputSha256, green.outputBytes], [hash('sha256', log, 'hex'), log.length]);
  assert.ok(log.length > 3 * 1024 * 1024, `${log.length} bytes`);
  const heard = log.toString('utf8').match(/line \d+ x{50}$/gm) ?? [];
  assert.equal(new Set(heard).size, lines);
  assert.deepEqual(workspace.checkpoints(), []);
});

/** Neither starts before the other ended. */
function refuseOverlap(story: readonly string[], ...ids: readonly string[]): void {
  const own = story.filter((line) => ids.some((id) => line.startsWith(`${id} `)));
  for (const [at, line] of own.entries()) {
    if (line.endsWith('task-started')) assert.match(own[at + 1] ?? '', new RegExp(`^${line.split(' ')[0]} task-done$`));
  }
}
