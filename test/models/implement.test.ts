import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, layOut, workByTools } from '../cli/implement-workspace.ts';
import { SimulatedWorkspace } from './simulated-workspace.ts';

const agent = 'model:anthropic:claude-sonnet-4-5';
const piece = { id: '1' };
const roles = ['--drafter', 'offline:', '--reviewer', 'scripted:script.json', '--sandbox', 'off'];

async function open(): Promise<SimulatedWorkspace> {
  const scopes = [{ id: 'agents', provider: 'anthropic' } as const];
  const workspace = await SimulatedWorkspace.open({ issues: 0, scopes, answer: workByTools });
  layOut(workspace, [piece]);
  return workspace;
}

test('a model codes through the gateway: its calls are the role’s, paid for by the task, within its budget', async () => {
  await using workspace = await open();
  const { code, stdout, stderr } = await workspace.run('run', ...roles, '--agent', agent, '--budget', '5', '--json');
  assert.equal(code, 0, stderr);
  const summary = JSON.parse(stdout);
  assert.ok(summary.usd > 0 && summary.usd < 5, stdout);
  const exchanges = workspace.journal().filter((entry) => entry.kind === 'exchange');
  assert.deepEqual(
    exchanges.map(({ role, credential }) => `${role} ${credential}`),
    Array(4).fill('agent agents-1'),
  );
  assert.equal(workspace.git('show', 'agentos/1:src/piece-1.mjs').trim(), codeOf(piece).trim());
  for (const key of workspace.keys) assert.ok(!(stdout + stderr).includes(key));
});

test('a budget that cannot be kept is refused before a design is made', async () => {
  await using workspace = await open();
  const unpriced = 'model:anthropic:nobody-knows-its-price';
  const { code, stderr } = await workspace.run('run', ...roles, '--agent', unpriced, '--budget', '5');
  assert.equal(code, 2);
  assert.match(stderr, /agent model:anthropic:nobody-knows-its-price has no known price/);
  assert.deepEqual(workspace.batches(), []);
});
