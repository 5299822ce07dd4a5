import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImplementWorkspace } from './implement-workspace.ts';

test('each design goes on to code as soon as it is approved; those of the same files never at once', async () => {
  using workspace = new ImplementWorkspace([{ id: '1', stem: 'shared' }, { id: '2', stem: 'shared' }, { id: '3' }]);
  assert.equal((await workspace.requirements('--ids', '3')).code, 0);
  const planned = JSON.parse((await workspace.both('--dry-run', '--json')).stdout);
  assert.equal(planned.workflow, 'run');
  assert.deepEqual(
    planned.tasks.map(({ id, inputPath }: { id: string; inputPath: string }) => `${id} ${inputPath}`),
    ['3 docs/lld/active/LLD-3.md', '1 docs/issues/1.md', '2 docs/issues/2.md'],
  );
  const { code, stdout, stderr } = await workspace.both('--parallel', '3', '--json');
  assert.equal(code, 0, stderr);
  const summary = JSON.parse(stdout);
  assert.deepEqual([summary.workflow, summary.counts.done, summary.tasks.length], ['run', 3, 3]);
  assert.deepEqual(workspace.branches, ['agentos/1', 'agentos/2', 'agentos/3', 'main']);
  for (const { id, branch, commit } of summary.tasks)
    assert.deepEqual([branch, commit], [`agentos/${id}`, workspace.git('rev-parse', `agentos/${id}`)]);
  assert.match(stderr, /\[LLD-1\] designed; goes on to code/);
  assert.match(stderr, /\[IMPL-1\] done: commit [0-9a-f]{12} on branch agentos\/1/);
  assert.match(stderr, /\[IMPL-1\] started/);
  assert.equal(workspace.story.filter((line) => line.endsWith('workflow-done')).length, 2);
  refuseOverlapOfCode(workspace.story, '1', '2');
  assert.deepEqual(workspace.names(`.agentos/batches/${workspace.lastBatch()}/logs`), [
    ...['IMPL-1.log', 'IMPL-2.log', 'IMPL-3.log'],
    ...['LLD-1.log', 'LLD-2.log'],
  ]);
  assert.match((await workspace.both()).stderr, /nothing to do · 3 skipped/);
  assert.deepEqual(workspace.checkpoints(), []);
});

test('who would review nothing is told before designs are made that nobody would build', async () => {
  using workspace = new ImplementWorkspace([{ id: '1' }]);
  const unreviewed = await workspace.run('run', '--agent', 'scripted:script.json');
  assert.equal(unreviewed.code, 2);
  assert.match(
    unreviewed.stderr,
    /no model reviews the designs \(reviewer offline:\): choose a --reviewer, or say --acc/,
  );
  const unknown = await workspace.both('--ids', '7');
  assert.deepEqual([unknown.code, /there is no task 7/.test(unknown.stderr)], [2, true]);
  assert.deepEqual(workspace.batches(), []);
});

/** Once it is designed, neither is begun before the other one is done. */
function refuseOverlapOfCode(story: readonly string[], ...ids: readonly string[]): void {
  const coded = new Set<string>();
  let running: string | null = null;
  for (const line of story) {
    const [id = '', kind] = line.split(' ');
    if (!ids.includes(id)) continue;
    if (kind === 'workflow-done') coded.add(id);
    if (!coded.has(id)) continue;
    if (kind === 'task-started') assert.equal(running, null, story.join('\n'));
    if (kind === 'task-started') running = id;
    if (kind === 'task-done') running = null;
  }
}
