import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { testWith } from '../needs.ts';
import { leaveUnmeasured, Workspace } from '../workspace.ts';
import { ApprovedWorkspace } from './approved-workspace.ts';

leaveUnmeasured();

/** Says where it looks for its login, and that it is done. */
const claude = `#!/bin/sh
cat > /dev/null
printf '{"type":"assistant","message":{"content":[{"type":"text","text":"login in %s"}]}}\\n' "$CLAUDE_CONFIG_DIR"
echo '{"type":"result","subtype":"success","is_error":false,"result":"done"}'
`;

test('an agent by its own login finds it where its program keeps it; where there is none nothing starts', async () => {
  using home = new Workspace().write({ 'bin/claude': claude });
  chmodSync(home.path('bin/claude'), 0o755);
  using workspace = new ApprovedWorkspace([{ id: '1' }]);
  workspace.write({ 'agentos.config.json': '{"agentAuth":"login"}' });
  const PATH = `${home.path('bin')}:${process.env['PATH']}`;
  workspace.environment = { HOME: home.dir, PATH, CLAUDE_CONFIG_DIR: undefined };
  const who = ['--reviewer', 'scripted:script.json', '--agent', 'claude-cli:MODEL', '--sandbox', 'off'];
  const begin = async () => await workspace.run('implement', ...who);
  const refused = await begin();
  assert.equal(refused.code, 2, refused.stderr);
  assert.match(refused.stderr, /claude-cli:MODEL has no login in .*\/\.claude: log in with it first/);
  mkdirSync(home.path('dotfiles'));
  symlinkSync('dotfiles', home.path('.claude'));
  await begin();
  assert.match(workspace.said('1'), new RegExp(`^login in ${home.path('dotfiles')}$`, 'm'));
});

testWith('bwrap', 'tests of the repository do not see the login of the agent', async () => {
  using home = new Workspace().write({ 'bin/claude': claude });
  chmodSync(home.path('bin/claude'), 0o755);
  using workspace = new ApprovedWorkspace([{ id: '1' }]);
  const testCommand = "sh -c 'cat ../../../.git/login/token; cat ../../../.git/HEAD'";
  const config = { agentAuth: 'login', agentLoginDir: '.git/login', testCommand };
  workspace.write({ '.git/login/token': 'private', 'agentos.config.json': JSON.stringify(config) });
  workspace.environment = { HOME: home.dir, PATH: `${home.path('bin')}:${process.env['PATH']}` };
  await workspace.run(
    'implement',
    '--reviewer',
    'scripted:script.json',
    '--agent',
    'claude-cli:MODEL',
    '--sandbox',
    'required',
  );
  const log = readFileSync(workspace.path('docs/lineage/1-impl/001-prepare.log'), 'utf8');
  assert.match(log, /ref: refs\/heads\/main/);
  assert.doesNotMatch(log, /private/);
});
