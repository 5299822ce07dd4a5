import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { readdirSync } from 'node:fs';
import { after, before, beforeEach, describe, test } from 'node:test';
import { waitFor } from '../faults/processes.ts';
import { findKeys, readEverything } from '../models/find-keys.ts';
import { SimulatedWorkspace } from '../models/simulated-workspace.ts';
import { DnsTrap } from './dns-trap.ts';
import { isIsolated, listAgentProcesses, listStrays, prepareHome } from './surroundings.ts';

const anthropic = { id: 'anthropic', provider: 'anthropic' } as const;
const openai = { id: 'openai', provider: 'openai' } as const;
const claude = 'claude-cli:claude-sonnet-4-5';
const codex = 'codex-cli:gpt-5.5';

let trap: DnsTrap | null = null;
before(async () => {
  prepareHome();
  if (isIsolated) trap = await DnsTrap.open();
});
after(() => trap?.[Symbol.dispose]());
beforeEach(() => {
  if (trap !== null) trap.names.length = 0;
});

test('the trap hears whoever asks for a name', async () => {
  if (trap === null) return;
  await assert.rejects(lookup('heard.example'));
  assert.ok(trap.names.includes('heard.example'), trap.names.join());
});

function assertClean(workspace: SimulatedWorkspace, said: Readonly<Record<string, string>>): void {
  assert.deepEqual(findKeys({ ...said, ...readEverything(workspace.dir) }, workspace.keys), []);
  assert.deepEqual(listStrays(), []);
  assert.deepEqual(trap?.names ?? [], []);
  assert.deepEqual(listAgentProcesses(), []);
}

/** All that the agents have left below the state of their batch. */
function listHomes(workspace: SimulatedWorkspace): string[] {
  const [batch = ''] = workspace.batches();
  return readdirSync(workspace.path('.agentos/batches', batch, 'agent-homes'), { recursive: true, encoding: 'utf8' });
}

describe('a batch of real agents', () => {
  for (const [drafter, reviewer] of [
    [claude, codex],
    [codex, claude],
  ] as const) {
    test(`${drafter} writes and ${reviewer} reviews: every call went out once, and nothing is left`, async () => {
      await using workspace = await SimulatedWorkspace.open({ issues: 2, scopes: [anthropic, openai] });
      const roles = ['--drafter', drafter, '--reviewer', reviewer];
      const { code, stdout, stderr } = await workspace.run('requirements', ...roles, '--parallel', '2', '--json');
      assert.equal(code, 0, stderr);
      assert.deepEqual(workspace.designs(), ['LLD-1.md', 'LLD-2.md']);
      assert.deepEqual(new Set(workspace.truth().map(({ kind }) => kind)), new Set(['answered']));
      const exchanges = workspace.journal().filter(({ kind }) => kind === 'exchange');
      assert.equal(workspace.truth().length, exchanges.length);
      assert.ok(JSON.parse(stdout).usd > 0, stdout);
      assert.deepEqual(listHomes(workspace), ['empty']);
      assertClean(workspace, { stdout, stderr });
    });
  }

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    test(`${signal} leaves no process of them, and the next batch goes on`, async () => {
      await using workspace = await SimulatedWorkspace.open({
        issues: 2,
        scopes: [{ ...anthropic, faults: [{ kind: 'hang' }] }, openai],
      });
      const run = workspace.start('requirements', '--drafter', claude, '--reviewer', codex, '--parallel', '2');
      await waitFor('two agents to ask', () => listAgentProcesses().filter((line) => /claude/.test(line)).length >= 2);
      run.child.kill(signal);
      const { code, stdout, stderr } = await run.ended;
      if (signal === 'SIGINT') assert.equal(code, 130, stderr);
      await waitFor('the agents to be gone', () => listAgentProcesses().length === 0);
      workspace.simulator.set('anthropic', { faults: [] });
      const resumed = await workspace.run('resume');
      assert.equal(resumed.code, 0, resumed.stderr);
      assert.deepEqual(workspace.designs(), ['LLD-1.md', 'LLD-2.md']);
      assert.deepEqual(listHomes(workspace), ['empty']);
      assertClean(workspace, { stdout, stderr, after: resumed.stdout + resumed.stderr });
    });
  }
});
