import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweep } from '../needs.ts';
import { approved, ScriptedWorkspace } from '../scripted-workspace.ts';
import { agentos, issueText, Workspace } from '../workspace.ts';

const prices = { inputPerMillion: 1, outputPerMillion: 5 };
const config = { drafter: 'openai-compatible:one', reviewer: 'openai-compatible:one' };
const priced = { ...config, prices: { 'openai-compatible:one': prices } };

function modelWorkspace(settings: object): Workspace {
  return new Workspace().write({
    'docs/issues/1.md': issueText('One'),
    'docs/issues/2.md': issueText('Two'),
    'agentos.config.json': JSON.stringify(settings),
  });
}

async function dryRun(workspace: Workspace, ...args: string[]) {
  const { code, stdout, stderr } = await agentos(['requirements', '--dry-run', ...args], { cwd: workspace.dir });
  assert.equal(code, 0, stderr);
  return { stdout, stderr };
}

test('without history a dry run quotes by tokens, from one round to three', async () => {
  using workspace = modelWorkspace(priced);
  const { stdout } = await dryRun(workspace);
  assert.match(stdout, /^ {6}new · .* · time unknown · cost \$0\.07–0\.20$/m);
  const total =
    /^Estimated: 2 tasks · time unknown · \$0\.1\d–0\.\d\d \(no history: 1 to 3 rounds by token estimate\)$/m;
  assert.match(stdout, total);
  const { estimate, tasks } = JSON.parse((await dryRun(workspace, '--json')).stdout);
  assert.deepEqual(Object.keys(tasks[0].estimate), ['seconds', 'usd', 'usdMost', 'basis']);
  assert.deepEqual([estimate.basis, estimate.pastTasks, tasks[0].estimate.seconds], ['tokens', 0, null]);
  assert.ok(Math.abs(estimate.usdMost - 2 * tasks[0].estimate.usdMost) < 1e-4);
  const once = await dryRun(workspace, '--max-iterations', '1');
  assert.match(once.stdout, /· ~\$0\.1\d \(no history: 1 round by token estimate\)$/m);
});

test('a model without a price makes the cost unknown, and is named', async () => {
  using workspace = modelWorkspace(config);
  const { stdout } = await dryRun(workspace);
  assert.match(stdout, /· time unknown · cost unknown \(no price is known for openai-compatible:one\)$/m);
  const { estimate } = JSON.parse((await dryRun(workspace, '--json')).stdout);
  assert.deepEqual(estimate, { seconds: null, usd: null, basis: null, pastTasks: 0 });
});

test('a role that asks no model costs nothing', async () => {
  using workspace = modelWorkspace({ ...priced, drafter: 'offline:' });
  const { stdout } = await dryRun(workspace);
  assert.match(stdout, /^Estimated: 2 tasks · time unknown · \$0\.0\d–0\.\d\d \(/m);
  const offline = await dryRun(workspace, '--reviewer', 'offline:');
  assert.match(offline.stdout, /^Estimated: 2 tasks · time unknown · \$0$/m);
});

test('a budget below the estimate is warned of, and nothing else', async () => {
  using workspace = modelWorkspace(priced);
  const { stderr } = await dryRun(workspace, '--budget', '0.2', '--task-budget', '0.1');
  assert.match(stderr, /^\[COORDINATOR\] the budget of the batch, \$0\.20, is below its estimate, \$0\.1\d–0\.\d\d: /m);
  assert.match(stderr, /^\[COORDINATOR\] the budget of a task, \$0\.10, is below the estimate of 2 tasks$/m);
  assert.equal((await dryRun(workspace, '--budget', '5')).stderr.includes('budget'), false);
  assert.equal((await dryRun(workspace, '--budget', '0.2', '--quiet')).stderr, '');
});

sweep('what earlier tasks took is the quote for the next ones by the same roles', async () => {
  using workspace = new ScriptedWorkspace([1, 2, 3, 4], { '*': approved });
  const first = await workspace.requirements('--ids', '1', '2');
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stderr.includes('Estimated'), false, 'nothing was known');
  const { stdout } = await workspace.requirements('--dry-run', '--json');
  const { estimate, tasks } = JSON.parse(stdout);
  assert.deepEqual([estimate.basis, estimate.pastTasks, estimate.usd], ['history', 2, 0]);
  assert.ok(tasks[0].estimate.seconds > 0 && tasks[0].estimate.seconds < 60);
  assert.equal(tasks[0].estimate.basis, 'history');
  const second = await workspace.requirements('--ids', '3');
  assert.match(
    second.stderr,
    /^\[COORDINATOR\] Estimated: 1 task · ~\d+ s at 1 at a time · \$0 \(history of 2 tasks\)$/m,
  );
  const quiet = await workspace.requirements('--ids', '4', '--quiet');
  assert.equal(quiet.stderr, '');
  const others = await workspace.run('requirements', '--ids', '1', '--force', '--dry-run', '--json');
  assert.equal(JSON.parse(others.stdout).estimate.pastTasks, 0, 'other roles have another history');
});
