import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveOptions } from '../../src/config/options.ts';
import { makeUpKey } from '../secrets/made-up.ts';
import { Workspace } from '../workspace.ts';

/** What a command gets in this folder with these flags, or the error. */
async function open(workspace: Workspace, flags: Record<string, string> = {}): Promise<unknown> {
  const given = { cwd: workspace.dir, repo: '.', config: undefined, flags: new Map(Object.entries(flags)) };
  return await resolveOptions({ ...given, evaluate: null }).catch((error: unknown) => error);
}

test('a setting that holds a key is refused without showing it, wherever it was set', async () => {
  const keys = [makeUpKey(), makeUpKey('AIza'), makeUpKey('')];
  for (const key of keys) {
    using flag = new Workspace();
    using file = new Workspace().write({ 'agentos.config.json': JSON.stringify({ gate: key }) });
    using unknown = new Workspace().write({ 'agentos.config.json': JSON.stringify({ [key]: 1 }) });
    for (const error of [await open(flag, { reviewer: key }), await open(file), await open(unknown)]) {
      assert.ok(error instanceof Error);
      assert.match(error.message, /what is not shown here, because it may be a key/);
      assert.ok(!error.message.includes(key));
    }
  }
});

test('a key is no model, because specs are recorded and shown', async () => {
  using workspace = new Workspace();
  const key = makeUpKey();
  const error = await open(workspace, { drafter: `anthropic:${key}` });
  assert.ok(error instanceof Error && !error.message.includes(key));
  assert.match(error.message, /a model stands behind the colon, and never a key$/);
  const plain = `${makeUpKey('')}0a`.replaceAll(/\W/g, 'x').padEnd(40, 'z9');
  const unmarked = await open(workspace, { drafter: `openai:${plain}` });
  assert.ok(unmarked instanceof Error && !unmarked.message.includes(plain), 'also if it begins like nothing known');
});

test('a provider that is nearly right is told, whatever stands behind its colon', async () => {
  using workspace = new Workspace();
  const cases = [
    ['antropic:claude-x', /did you mean "anthropic:…"\?$/],
    ['OpenAI:gpt', /did you mean "openai:…"\?$/],
    ['offlin', /did you mean "offline:"\?$/],
    ['google:', /; a model stands behind the colon$/],
    ['something:else', /not "something:else"$/],
  ] as const;
  for (const [drafter, message] of cases) {
    const error = await open(workspace, { drafter });
    assert.ok(error instanceof Error, drafter);
    assert.match(error.message, message);
  }
});

test('an ordinary mistake is still shown', async () => {
  using workspace = new Workspace();
  const error = await open(workspace, { drafter: 'claude-sonnet-4-5-20250929' });
  assert.ok(error instanceof Error);
  assert.match(error.message, /not "claude-sonnet-4-5-20250929"$/);
});

test('the options of a command know its credentials, and a mistyped name of the section is told', async () => {
  using workspace = new Workspace();
  const other = { provider: 'openai', secret: 'file:keys/other' };
  const credentials = { main: { provider: 'openai', secret: 'env:MAIN' }, other };
  workspace.write({ 'agentos.config.json': JSON.stringify({ parallel: 2, credentials, roleWeights: { drafter: 2 } }) });
  const options = await open(workspace);
  assert.ok(typeof options === 'object' && options !== null && 'credentials' in options);
  assert.deepEqual(JSON.parse(JSON.stringify(options.credentials)), {
    pool: { from: 'config', variables: ['MAIN'], files: [workspace.path('keys/other')] },
    roleWeights: { drafter: 2 },
    prices: {},
  });
  workspace.write({ 'agentos.config.json': JSON.stringify({ credentails: credentials }) });
  const error = await open(workspace);
  assert.ok(error instanceof Error);
  assert.match(error.message, /unknown setting "credentails"; did you mean "credentials"\?/);
});

test('the line of a setting is not that of a credential or role of the same name', async () => {
  using workspace = new Workspace();
  const text = '{\n"gate": "never",\n"roleWeights": { "drafter": 2,\n"gate": 1 } }';
  workspace.write({ 'agentos.config.json': text });
  const error = await open(workspace);
  assert.ok(error instanceof Error);
  assert.match(error.message, /agentos\.config\.json:2: gate must be/);
});
