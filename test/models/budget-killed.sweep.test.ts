import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../faults/processes.ts';
import { drafter, reviewer, SimulatedWorkspace } from './simulated-workspace.ts';

const budgetUsd = 3;
const mostKills = 3;
/** Dear words: a call costs nearly what it may cost at most, so that one forgotten call shows. */
const prices = { inputPerMillion: 1, outputPerMillion: 15 };
const longAnswer = 'word '.repeat(24_000);

/** What all calls cost that ever reached a provider, whether anybody heard their ends or not. */
function truthUsd(workspace: SimulatedWorkspace): number {
  return workspace
    .truth('answered')
    .reduce(
      (sum, { tokens }) =>
        sum + (tokens.input * prices.inputPerMillion + tokens.output * prices.outputPerMillion) / 1e6,
      0,
    );
}

test('a batch that is killed in the midst of calls, and resumed, over and over, never costs more than its budget', async () => {
  let asked = 0;
  await using workspace = await SimulatedWorkspace.open({
    issues: 12,
    scopes: [
      { id: 'drafts', provider: 'anthropic', service: { ms: 150, spread: 0 } },
      { id: 'reviews', provider: 'google', service: { ms: 150, spread: 0 } },
    ],
    config: { prices: { [drafter]: prices, [reviewer]: prices } },
    answer({ prompt }) {
      asked += 1;
      return /^Write the design for/m.test(prompt) ? longAnswer : null;
    },
  });
  for (let kill = 0; kill < mostKills; kill += 1) {
    const args = kill === 0 ? ['requirements', '--parallel', '4', '--budget', String(budgetUsd)] : ['resume'];
    const before = asked;
    const run = workspace.start(...args);
    const begun = waitFor('a call in flight', () => asked > before || run.child.exitCode !== null);
    await Promise.race([run.ended, begun]);
    await sleep(kill * 40);
    run.child.kill('SIGKILL');
    await run.ended;
    await waitFor('the calls to end', () => workspace.truth().length === asked);
  }
  const { code, stdout, stderr } = await workspace.run('resume', '--json');
  assert.equal(code, 1, stderr);
  assert.match(stderr, /budget/);
  const usd = truthUsd(workspace);
  assert.ok(asked > 3 && usd > budgetUsd / 4, `only ${asked} calls, $${usd}: nothing was tried`);
  assert.ok(usd <= budgetUsd, `$${usd} were spent in ${asked} calls`);
  assert.equal(JSON.parse(stdout).usd, null, 'what was cut off is not measured');
});
