import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveSettings } from '../../src/config/resolver.ts';

interface Said {
  readonly flags?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, unknown>>;
}

function resolve({ flags = {}, environment = {}, data }: Said) {
  const file = data === undefined ? null : { path: '/repo/agentos.config.json', data, lineOf: () => 1 };
  return resolveSettings({ cwd: '/here', repoDir: '/repo', flags: new Map(Object.entries(flags)), environment, file })
    .values;
}

test('how code is built is set by flags, variables and the config, and cautious by default', () => {
  const usual = resolve({});
  assert.deepEqual([usual.sandbox, usual.sandboxNetwork, usual.agentAuth], ['auto', 'gateway', 'gateway']);
  assert.deepEqual([usual.strict, usual.acceptOffline, usual.pullRequests], ['no', 'no', 'no']);
  assert.deepEqual([usual.agentTurns, usual.agentTimeoutSeconds, usual.agentIdleSeconds], [50, 1800, 300]);
  assert.deepEqual([usual.testTimeoutSeconds, usual.coverage, usual.worktreeDir], [600, 80, null]);
  const said = resolve({
    flags: { sandbox: 'required', strict: '', 'test-command': 'make check' },
    environment: { AGENTOS_SANDBOX: 'off', AGENTOS_WORKTREE_DIR: 'trees', AGENTOS_AGENT_AUTH: 'login' },
    data: { acceptOffline: true, coverage: 95, setUpCommand: '', worktreeDir: 'others' },
  });
  assert.deepEqual([said.sandbox, said.strict, said.testCommand], ['required', 'yes', 'make check']);
  assert.deepEqual([said.worktreeDir, said.agentAuth], ['/here/trees', 'login']);
  assert.deepEqual([said.acceptOffline, said.coverage, said.setUpCommand], ['yes', 95, '']);
});

test('what makes no sense is refused with the place', () => {
  const refused: [said: Said, message: RegExp][] = [
    [{ flags: { sandbox: 'on' } }, /^--sandbox must be one of required, auto, off, not "on"$/],
    [{ environment: { AGENTOS_COVERAGE: '101' } }, /^AGENTOS_COVERAGE must be a whole number from 0 to 100/],
    [{ data: { agentTurns: 0 } }, /agentos\.config\.json:1: agentTurns must be a whole number from 1/],
    [{ data: { testCommand: 'npm test\nrm -rf /' } }, /testCommand must be a command in one line/],
    [{ data: { sandboxNetwork: 'none' } }, /sandboxNetwork must be one of gateway, host/],
    [{ flags: { agent: 'offline:' } }, /--agent must be one of claude-cli:/],
    [{ flags: { agent: 'model:opus' } }, /--agent must be .*write for example "model:anthropic:MODEL"/],
    [{ flags: { agent: 'model:anthropic:' } }, /write for example "model:anthropic:MODEL"/],
  ];
  for (const [said, message] of refused) assert.throws(() => resolve(said), { code: 'SETTING_INVALID', message });
});
