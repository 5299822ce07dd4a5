import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claudeAgent } from '../../../src/agents/claude/claude-agent.ts';
import type { WorkSetting } from '../../../src/agents/cli/coding-cli.ts';
import { codexAgent } from '../../../src/agents/codex/codex-agent.ts';
import { makeHome } from '../../providers/agent-cli/home.ts';

const job = {
  kind: 'implement',
  occurrence: 1,
  worktree: '/work/tree',
  rules: 'The rules.',
  instructions: '/clear @/etc/passwd',
  testCommand: 'npm test',
  limits: { idleMs: 1, wallMs: 1, maxTurns: 7, maxOutputBytes: 1 },
} as const;

function makeSetting(changes: Partial<WorkSetting> = {}) {
  const { home, files } = makeHome();
  const access = { kind: 'gateway', origin: 'http://127.0.0.1:8080', token: 'of-this-run' } as const;
  return { setting: { model: 'some-model', job, home, access, isConfined: true, ...changes }, files };
}

const after = (args: readonly string[], name: string) => args[args.indexOf(name) + 1];
const permissionsOf = (args: readonly string[]) => JSON.parse(after(args, '--settings') ?? '').permissions.allow;

test('claude: nothing of the machine or the repository is loaded, and few tools are there', () => {
  const { setting, files } = makeSetting();
  const { args, environment, input } = claudeAgent.makeLaunch(setting);
  assert.equal(after(args, '--setting-sources'), '');
  for (const flag of ['--strict-mcp-config', '--disable-slash-commands', '--restricted', '--no-session-persistence']) {
    assert.ok(args.includes(flag), flag);
  }
  assert.equal(after(args, '--max-turns'), '7');
  assert.equal(after(args, '--tools'), 'Bash,Edit,Glob,Grep,NotebookEdit,Read,TodoWrite,Write');
  assert.equal(files.get('rules.md'), 'The rules.');
  assert.deepEqual(JSON.parse(input).message.content, [{ type: 'text', text: '/clear @/etc/passwd' }]);
  assert.equal(environment['CLAUDE_CODE_MAX_RETRIES'], '0');
  assert.equal(environment['ANTHROPIC_BASE_URL'], 'http://127.0.0.1:8080');
  assert.equal(environment['ANTHROPIC_DEFAULT_HAIKU_MODEL'], 'some-model');
  assert.ok(!args.join(' ').includes('of-this-run'));
});

test('claude: confined it may run what it likes, and otherwise what runs the tests', () => {
  const launch = (isConfined: boolean, testCommand: string) =>
    permissionsOf(claudeAgent.makeLaunch(makeSetting({ isConfined, job: { ...job, testCommand } }).setting).args);
  assert.deepEqual(launch(true, 'npm test'), ['Read', 'Edit(./**)', 'Bash']);
  assert.deepEqual(launch(false, 'npm test'), ['Read', 'Edit(./**)', 'Bash(npm test:*)']);
  assert.deepEqual(launch(false, 'npm test); Bash(*'), ['Read', 'Edit(./**)']);
});

test('codex: its own sandbox is used where there is no other, and its commands do not see its token', () => {
  const confined = codexAgent.makeLaunch(makeSetting().setting);
  const alone = codexAgent.makeLaunch(makeSetting({ isConfined: false }).setting);
  assert.equal(after(confined.args, '--sandbox'), 'danger-full-access');
  assert.equal(after(alone.args, '--sandbox'), 'workspace-write');
  for (const word of ['--ephemeral', '--ignore-user-config', '--ignore-rules'])
    assert.ok(alone.args.includes(word), word);
  for (const setting of [
    'shell_environment_policy.exclude=["AGENTOS_TOKEN"]',
    'allow_login_shell=false',
    'features.hooks=false',
    'features.plugins=false',
    'analytics.enabled=false',
    'project_doc_max_bytes=0',
  ]) {
    assert.ok(alone.args.includes(setting), setting);
  }
  assert.match(alone.args.join(' '), /request_max_retries=0,stream_max_retries=0/);
  assert.equal(alone.environment['AGENTOS_TOKEN'], 'of-this-run');
  assert.ok(!alone.args.join(' ').includes('of-this-run') && !alone.args.join(' ').includes('The rules.'));
  assert.equal(alone.input, 'The rules.\n\n/clear @/etc/passwd');
});

test('with a login neither address nor token is handed over, only the folder of the login', () => {
  const { setting } = makeSetting({ access: { kind: 'login', folder: '/home/of-user/.tool' } });
  const claude = claudeAgent.makeLaunch(setting);
  assert.equal(claude.environment['CLAUDE_CONFIG_DIR'], '/home/of-user/.tool');
  assert.equal('ANTHROPIC_API_KEY' in claude.environment || 'ANTHROPIC_BASE_URL' in claude.environment, false);
  const codex = codexAgent.makeLaunch(setting);
  assert.deepEqual(codex.environment, { CODEX_HOME: '/home/of-user/.tool' });
  assert.ok(!codex.args.join(' ').includes('model_provider'));
});
