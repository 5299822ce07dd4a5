import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Ending, runAgentos, start } from '../faults/processes.ts';
import { sweep, testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';

const ids = ['301', '302', '303'];

describe('the demo that goes on to code', () => {
  const workspace = new Workspace();
  const env = { HOME: workspace.path('home'), TMPDIR: workspace.path('tmp') };
  const folder = workspace.path('mine');
  const git = (...args: string[]) => workspace.git('-C', folder, ...args);
  let told: Ending;
  let tookMs = 0;

  before(async () => {
    for (const path of [env.HOME, env.TMPDIR]) mkdirSync(path);
    const startedAt = performance.now();
    told = await runAgentos(['demo', '--implement', 'mine'], { cwd: workspace.dir, env });
    tookMs = performance.now() - startedAt;
  });
  after(() => workspace[Symbol.dispose]());

  test('takes three issues to designs and those to code in less than 60 s, with the commands shown', () => {
    assert.equal(told.code, 0, told.stdout + told.stderr);
    assert.ok(tookMs < 60_000, `${tookMs} ms`);
    for (const workflow of ['requirements', 'implement'])
      assert.match(told.stderr, new RegExp(`\\$ agentos ${workflow} --repo ${folder} --parallel 3$`, 'm'));
    assert.equal(told.stderr.match(/3 done · 0 failed/g)?.length, 2);
  });

  test('shows a test that proves nothing, code that is not done, and a review that says no', () => {
    assert.match(told.stdout, /^\[IMPL-302\] not red as it should be: .*040 what is no duration: proves nothing/m);
    assert.match(told.stdout, /^\[IMPL-303\] 3 of 4 scenarios are green/m);
    assert.match(told.stdout, /^\[IMPL-301\] review-code 2: /m);
  });

  test('leaves one commit on each branch, nothing merged, and no worktree', () => {
    for (const id of ids) {
      assert.equal(git('rev-list', '--count', `main..agentos/${id}`), '1');
      assert.match(git('log', '-1', '--format=%(trailers:key=Task-Id)', `agentos/${id}`), new RegExp(id));
    }
    assert.equal(git('rev-list', '--count', 'main'), '1');
    assert.equal(git('worktree', 'list').split('\n').length, 1);
  });

  test('has evidence for each: every scenario was red, is green, and is red again without the change', () => {
    for (const id of ids) {
      const evidence = JSON.parse(readFileSync(`${folder}/docs/lineage/${id}-impl/evidence.json`, 'utf8'));
      assert.equal(evidence.commit, git('rev-parse', `agentos/${id}`));
      for (const { tests } of evidence.scenarios) {
        assert.ok(tests.length > 0);
        for (const one of tests) {
          assert.ok(['assertion', 'missing'].includes(one.red) && ['assertion', 'missing'].includes(one.without));
          assert.equal(one.isGreen, true);
        }
      }
      assert.deepEqual(
        evidence.gates.filter(({ state }: { state: string }) => state !== 'passed'),
        [],
      );
      for (const { outputPath } of evidence.commands) assert.ok(existsSync(`${folder}/${outputPath}`), outputPath);
      for (const report of ['implementation-report', 'test-report'])
        assert.match(git('show', `agentos/${id}:docs/reports/${id}/${report}.md`), new RegExp(evidence.lld.sha256));
    }
  });

  test('has told the truth: the tests of a branch pass, and three branches merge into a whole that passes', async () => {
    git('clone', '-q', folder, workspace.path('clone'));
    const clone = (...args: string[]) => workspace.git('-C', workspace.path('clone'), ...args);
    for (const id of ids) clone('merge', '-q', '--no-edit', `origin/agentos/${id}`);
    const argv = [process.execPath, '--test', '--test-reporter=tap'];
    const { code, stdout } = await start(argv, { cwd: workspace.path('clone') }).ended;
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^# pass 14$/m);
  });

  testWith('sh', 'prints commands that can be pasted', async () => {
    const lines = told.stderr.split('\n').filter((line) => line.includes('  git '));
    assert.equal(lines.length, 4);
    for (const line of lines) {
      const { code, stdout, stderr } = await start(['sh', '-c', line.replace('[COORDINATOR]', '')], {
        cwd: workspace.dir,
        env,
      }).ended;
      assert.equal(code, 0, stderr);
      assert.notEqual(stdout, '');
    }
  });

  test('writes nothing anywhere else, and runs nothing twice', async () => {
    assert.deepEqual(readdirSync(env.HOME), []);
    assert.deepEqual(readdirSync(env.TMPDIR), []);
    const { code, stderr } = await runAgentos(['implement'], { cwd: folder, env });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /nothing to do/i);
  });

  sweep('with --json prints one document: the summary of the code', async () => {
    const asJson = await runAgentos(['demo', '--implement', 'other', '--json'], { cwd: workspace.dir, env });
    assert.equal(asJson.code, 0, asJson.stderr);
    const summary = JSON.parse(asJson.stdout);
    assert.deepEqual([summary.workflow, summary.counts.done], ['implement', 3]);
  });
});
