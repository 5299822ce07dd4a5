import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codexCli } from '../../../src/providers/codex-cli/codex-cli.ts';
import { makePrompt, schema } from '../agent-cli/agent-house.ts';
import { makeHome } from '../agent-cli/home.ts';

const { home, files } = makeHome();
const { args, environment, input } = codexCli.makeLaunch({
  model: 'gpt-test-1',
  prompt: makePrompt(),
  home,
  origin: 'http://127.0.0.1:9',
  token: 'of-this-run',
});
const settings = new Map(
  args
    .flatMap((word, at) => (word === '--config' ? [args[at + 1] ?? ''] : []))
    .map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
);

test('it may read and change nothing, keeps nothing, and takes no settings of the machine or the repository', () => {
  for (const flag of ['--ephemeral', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check', '--json']) {
    assert.ok(args.includes(flag), flag);
  }
  assert.equal(args[args.indexOf('--sandbox') + 1], 'read-only');
  for (const tool of ['shell_tool', 'unified_exec', 'apps', 'plugins', 'hooks', 'multi_agent', 'view_image']) {
    assert.equal(settings.get(`features.${tool}`), 'false', tool);
  }
  assert.equal(settings.get('web_search'), '"disabled"');
  assert.equal(settings.get('project_doc_max_bytes'), '0');
  assert.equal(settings.get('analytics.enabled'), 'false');
});

test('its requests go where they are told, once, and its token is in a variable, not in its arguments', () => {
  const provider = settings.get('model_providers.agentos') ?? '';
  assert.match(provider, /base_url="http:\/\/127\.0\.0\.1:9\/v1"/);
  assert.match(provider, /request_max_retries=0,stream_max_retries=0/);
  assert.equal(settings.get('features.unbounded_connection_retries'), 'false');
  assert.deepEqual(environment, { CODEX_HOME: '/home-of-one-run', AGENTOS_TOKEN: 'of-this-run' });
  assert.ok(!args.some((word) => word.includes('of-this-run')));
});

test('the prompt is its input; rules and schema lie in its folder', () => {
  assert.equal(args.at(-1), '-');
  assert.equal(input, 'The issue.\n\nThe design.\n\nJudge the design.');
  assert.equal(settings.get('model_instructions_file'), '"/home-of-one-run/system.md"');
  assert.deepEqual(JSON.parse(files.get('schema.json') ?? ''), schema);
  assert.equal(files.get('system.md'), makePrompt().system);
});
