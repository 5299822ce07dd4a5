import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claudeCli } from '../../../src/providers/claude-cli/claude-cli.ts';
import type { Prompt } from '../../../src/providers/prompt.ts';
import { makePrompt, schema } from '../agent-cli/agent-house.ts';
import { makeHome } from '../agent-cli/home.ts';

function launch(prompt: Partial<Prompt> = {}) {
  const { home, files } = makeHome();
  const setting = {
    model: 'claude-test-1',
    prompt: makePrompt(prompt),
    home,
    origin: 'http://127.0.0.1:9',
    token: 't',
  };
  return { ...claudeCli.makeLaunch(setting), files };
}

const after = (args: readonly string[], flag: string) => args[args.indexOf(flag) + 1];

test('it has no tools, no settings, no commands, no memory, no files, and repeats nothing', () => {
  const { args, environment } = launch();
  for (const flag of ['--strict-mcp-config', '--disable-slash-commands', '--restricted', '--no-session-persistence']) {
    assert.ok(args.includes(flag), flag);
  }
  assert.deepEqual(
    ['--tools', '--setting-sources', '--max-turns'].map((flag) => after(args, flag)),
    ['', '', '2'],
  );
  assert.deepEqual(JSON.parse(after(args, '--settings') ?? ''), { permissions: { deny: ['Read', 'Read(//**)'] } });
  const off = [
    'ATTACHMENTS',
    'FILE_MENTIONS',
    'CLAUDE_MDS',
    'AUTO_MEMORY',
    'NONESSENTIAL_TRAFFIC',
    'NONSTREAMING_FALLBACK',
  ];
  for (const what of off) assert.equal(environment[`CLAUDE_CODE_DISABLE_${what}`], '1', what);
  assert.equal(environment['CLAUDE_CODE_MAX_RETRIES'], '0');
});

test('its requests go where they are told, with the token of this run, and its files stay in its folder', () => {
  const { environment, files, args } = launch();
  assert.equal(environment['ANTHROPIC_BASE_URL'], 'http://127.0.0.1:9');
  assert.equal(environment['ANTHROPIC_API_KEY'], 't');
  assert.equal(environment['CLAUDE_CONFIG_DIR'], '/home-of-one-run');
  assert.deepEqual([...files], [['system.md', makePrompt().system]]);
  assert.deepEqual(JSON.parse(after(args, '--json-schema') ?? ''), schema);
});

test('the prompt is one message of blocks; one mark stands where the part ends that will be sent again', () => {
  const { input } = launch();
  assert.ok(input.endsWith('}\n') && !input.slice(0, -1).includes('\n'));
  assert.deepEqual(JSON.parse(input), {
    type: 'user',
    message: {
      role: 'user',
      content: [
        { type: 'text', text: 'The issue.' },
        { type: 'text', text: 'The design.', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'Judge the design.' },
      ],
    },
  });
  assert.ok(!launch({ isRepeated: false }).input.includes('cache_control'));
});
