import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceiptRow } from '../../src/report/receipt.ts';
import { waitFor } from '../faults/processes.ts';
import { SimulatedWorkspace } from '../models/simulated-workspace.ts';

const scopes = [
  { id: 'drafts', provider: 'anthropic' },
  { id: 'reviews', provider: 'google' },
] as const;

test('a quote by tokens, a receipt that agrees with the provider, and a quote from history', async () => {
  await using workspace = await SimulatedWorkspace.open({ issues: 3, scopes });
  const quoted = await workspace.run('requirements', '--dry-run');
  assert.match(
    quoted.stdout,
    /^Estimated: 3 tasks · time unknown · \$[\d.]+–[\d.]+ \(no history: 1 to 3 rounds by token/m,
  );
  assert.deepEqual(workspace.simulator.log, [], 'a dry run calls nobody');

  const ran = await workspace.run('requirements', '--ids', '1', '2');
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stderr, /^\[COORDINATOR\] Estimated: 2 tasks · time unknown · \$/m);

  const { receipt, task }: { receipt: ReceiptRow[]; task: { usd: number } } = JSON.parse(
    (await workspace.run('show', '1', '--json')).stdout,
  );
  const asked = receipt.filter(({ calls }) => calls > 0);
  assert.deepEqual(
    asked.map(({ step, calls }) => [step, calls]),
    [
      ['check-issue#1', 1],
      ['draft#1', 1],
      ['review#1', 1],
    ],
  );
  for (const { inputTokens, outputTokens, seconds, usd } of asked) {
    for (const figure of [inputTokens, outputTokens, seconds, usd]) assert.ok(figure !== null && figure > 0);
  }
  const usd = receipt.reduce((sum, row) => sum + (row.usd ?? 0), 0);
  assert.ok(Math.abs(usd - task.usd) < 1e-5, `${usd} is ${task.usd}`);
  const { stdout } = await workspace.run('show', '1');
  assert.match(stdout, /^Receipt:\n {2}step +calls +tokens in +cached +tokens out +time +cost\n {2}check-issue +1 /m);
  assert.match(stdout, /^ {2}total +3 .* \$0\.\d+$/m);

  const later = JSON.parse((await workspace.run('requirements', '--dry-run', '--json')).stdout);
  assert.deepEqual([later.estimate.basis, later.estimate.pastTasks, later.tasks.length], ['history', 2, 1]);
  assert.ok(later.estimate.usd > 0 && later.estimate.seconds > 0);
});

test('a call that was lost in a kill -9 is known afterwards, also without a budget', async () => {
  let isDrafting = false;
  await using workspace = await SimulatedWorkspace.open({
    issues: 1,
    scopes: [{ ...scopes[0], service: { ms: 1500, spread: 0 } }, scopes[1]],
    answer({ prompt }) {
      isDrafting ||= /^Write the design for/m.test(prompt);
      return null;
    },
  });
  const run = workspace.start('requirements');
  await waitFor('a draft in flight', () => isDrafting);
  run.child.kill('SIGKILL');
  await run.ended;
  const left = JSON.parse((await workspace.run('status', '--json')).stdout);
  assert.deepEqual([left.state, left.usd, left.tokens], ['interrupted', null, null]);

  const resumed = await workspace.run('resume', '--json');
  assert.equal(resumed.code, 0, resumed.stderr);
  const { usd, tokens, tasks } = JSON.parse(resumed.stdout);
  assert.deepEqual([usd, tasks[0].usd, tokens], [null, null, null]);
  const { stdout } = await workspace.run('show', '1');
  assert.match(stdout, / · at least \$0\.\d+$/m);
  assert.match(stdout, /^ {2}cut off +1 +unmeasured +unmeasured +unmeasured +unmeasured +unmeasured$/m);
  assert.match(stdout, /^ {2}total +4 +at least .* at least \$0\.\d+$/m);
});
