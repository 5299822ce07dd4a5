import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { loadConfigFile } from '../../src/config/config-file.ts';
import { type CredentialConfig, resolveCredentialConfig } from '../../src/config/credential-config.ts';
import { wireProviders } from '../../src/model/credential.ts';
import type { KeyedCredential } from '../../src/model/secret-reference.ts';
import { makeUpKey } from '../secrets/made-up.ts';
import { Workspace } from '../workspace.ts';

async function resolve(workspace: Workspace, content: unknown, environment = {}): Promise<CredentialConfig> {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 1);
  workspace.write({ 'agentos.config.json': text });
  return resolveCredentialConfig(await loadConfigFile(workspace.dir, null, null), environment);
}

function listAll({ pool }: CredentialConfig): KeyedCredential[] {
  return wireProviders.flatMap((provider) => pool.listOf(provider));
}

/** The one credential `main` that is made of this. */
async function resolveMain(entry: object): Promise<KeyedCredential | undefined> {
  using workspace = new Workspace();
  return listAll(await resolve(workspace, { credentials: { main: entry } }))[0];
}

/** How a config was refused. Nothing that can be seen of the error holds one of the `hidden` texts. */
async function refusal(content: unknown, hidden: readonly string[] = []): Promise<string> {
  using workspace = new Workspace();
  const error: unknown = await resolve(workspace, content).then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error && 'code' in error, `not refused: ${inspect(content, { depth: 9 })}`);
  assert.equal(error.code, 'CONFIG_INVALID');
  const seen = inspect(error, { depth: 20, showHidden: true });
  for (const text of hidden) assert.ok(!seen.includes(text), seen);
  return error.message.replace(workspace.dir, '');
}

const plain = { provider: 'anthropic', secret: 'env:MY_KEY' };

test('a credential is complete after the door, with what was left out', async () => {
  assert.deepEqual(await resolveMain(plain), {
    credential: {
      name: 'main',
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
      scope: 'main',
      models: null,
      roles: null,
      limits: {
        requestsPerMinute: null,
        tokensPerMinute: null,
        inputTokensPerMinute: null,
        outputTokensPerMinute: null,
        requestsPerDay: null,
        concurrency: null,
      },
      budget: { usdPerDay: null, tokensPerDay: null },
    },
    secret: { kind: 'variable', variable: 'MY_KEY', part: null },
  });
});

test('everything that a credential may say is kept', async () => {
  const limits = { requestsPerMinute: 50, tokensPerMinute: 1000, concurrency: 4 };
  const entry = {
    ...plain,
    baseUrl: 'https://proxy.example/anthropic/',
    scope: 'org-1',
    models: ['claude-sonnet-4-5-20250929', 'meta-llama/Llama-3.3-70B-Instruct:free'],
    roles: ['drafter'],
    limits,
    budget: { usdPerDay: 2.5, tokensPerDay: 1_000_000 },
  };
  const { secret, ...said } = entry;
  assert.equal(secret, plain.secret);
  assert.deepEqual((await resolveMain(entry))?.credential, {
    ...said,
    name: 'main',
    baseUrl: 'https://proxy.example/anthropic',
    limits: { ...limits, inputTokensPerMinute: null, outputTokensPerMinute: null, requestsPerDay: null },
  });
});

test('a secret is a reference: a variable, a file seen from the config, or a program with its words', async () => {
  using workspace = new Workspace();
  const secretOf = async (secret: string) => {
    const config = await resolve(workspace, { credentials: { main: { ...plain, secret } } }, { HOME: '/home/me' });
    return listAll(config)[0]?.secret;
  };
  assert.deepEqual(await secretOf('file:keys/one'), { kind: 'file', path: workspace.path('keys/one') });
  assert.deepEqual(await secretOf('file:/etc/key'), { kind: 'file', path: '/etc/key' });
  assert.deepEqual(await secretOf('file:~/key'), { kind: 'file', path: '/home/me/key' });
  const command = { kind: 'command', folder: workspace.dir };
  assert.deepEqual(await secretOf('cmd:pass show llm/main'), {
    ...command,
    program: 'pass',
    args: ['show', 'llm/main'],
  });
  assert.deepEqual(await secretOf(String.raw`cmd:op read 'op://a b/key' "it's \"x\"" c\ d ''`), {
    ...command,
    program: 'op',
    args: ['read', 'op://a b/key', `it's "x"`, 'c d', ''],
  });
});

test('a key in place of a reference is refused: the credential and the three forms are named, the key is not', async () => {
  const key = makeUpKey();
  const google = makeUpKey('AIza');
  const bare = makeUpKey('');
  const literals = [
    key,
    google,
    bare,
    `env:${key}`,
    `env:${google}`,
    `env:${bare}`,
    `file:${key}`,
    `file:${bare}`,
    `cmd:echo ${key}`,
  ];
  for (const secret of [...literals, `Bearer ${key}`, '', 'env:', 'file:', 'cmd:', 'cmd: ', 'MY_KEY']) {
    const told = await refusal({ credentials: { main: { ...plain, secret } } }, [key, google, bare]);
    assert.match(
      told,
      /^\/agentos\.config\.json:5: credentials\.main\.secret must be a reference and never the key itself/,
    );
    assert.match(told, /"env:NAME", "file:PATH" or "cmd:PROGRAM ARGS"/);
  }
});

test('a key under any other name, or as a name, is refused without being shown', async () => {
  const key = makeUpKey();
  const put = (more: object) => ({ credentials: { main: { ...plain, ...more } } });
  const cases: [content: object, message: RegExp][] = [
    [put({ apiKey: key }), /credentials\.main\.apiKey is unknown; a key is never written into a config, see "secret"/],
    [put({ [key]: 1 }), /credentials\.main\.… is unknown; a key is never written/],
    [put({ scope: key }), /credentials\.main\.scope must be a name/],
    [put({ scope: makeUpKey('') }), /scope must be a name/],
    [put({ models: [key] }), /models must be a list of model names/],
    [put({ roles: [key] }), /roles must be a list of roles/],
    [put({ baseUrl: `https://x.example/${key}` }), /baseUrl must be an https/],
    [put({ provider: key }), /provider must be one of anthropic, openai, google, openai-compatible/],
    [put({ limits: key }), /credentials\.main\.limits must be an object/],
    [{ credentials: { [key]: plain } }, /credentials\.… must be a name of small letters/],
    [{ credentials: { [key.toLowerCase()]: plain } }, /credentials\.… must be a name of small letters/],
    [{ credentials: { main: key } }, /credentials\.main must be an object/],
    [{ credentials: key }, /:2: credentials must be an object/],
    [{ roleWeights: { drafter: key } }, /roleWeights\.drafter must be a weight/],
    [{ prices: { [`anthropic:${key}`]: {} } }, /prices\.… must be a provider and a model/],
  ];
  for (const [content, message] of cases) assert.match(await refusal(content, [key, key.toLowerCase()]), message);
});

test('text that is not JSON is not quoted: it may hold a key', async () => {
  const key = makeUpKey();
  for (const text of [`{"secret": ${key}}`, key, `{"a": "${key}" "b"}`])
    assert.match(await refusal(text, [key.slice(0, 6)]), /:1: not JSON: (Unexpected token|Expected)/);
});

test('mistakes are told with file, line and name', async () => {
  const other = { provider: 'openai', secret: 'env:OTHER' };
  const put = (more: object) => ({ credentials: { other, main: { ...plain, ...more } } });
  const cases: [content: unknown, message: RegExp][] = [
    [
      put({ provider: 'antropic' }),
      /json:8: credentials\.main\.provider must be one of .*; did you mean "anthropic"\?$/,
    ],
    [
      put({ provider: 'mistral' }),
      /provider must be one of anthropic, openai, google, openai-compatible, not this text$/,
    ],
    [put({ secret: 'env:k_nope' }), /json:9: credentials\.main\.secret must name a variable by capitals/],
    [put({ secret: 'env:PATH' }), /secret names a variable that holds no key/],
    [put({ secret: "cmd:cat 'k" }), /secret has a quote or a backslash that is left open$/],
    [put({ models: ['m', 'anthropic:m'] }), /models must be .* without their provider, such as "MODEL" instead of/],
    [put({ roles: ['drafter', 'revewer'] }), /roles must be .*: there are .*, agent; did you mean "reviewer"\?$/],
    [put({ roles: ['everything'] }), /roles must be a list of roles: there are drafter, reviewer, agent$/],
    [{ roleWeights: { draftr: 2 } }, /json:3: roleWeights\.draftr is no role: .* did you mean "drafter"\?$/],
    [put({ secrets: 'env:X' }), /json:10: credentials\.main\.secrets is unknown; did you mean "secret"\?/],
    [put({ x: 1 }), /json:10: credentials\.main\.x is unknown; there are provider, secret/],
    [
      put({ limits: { requestsPerMinut: 1 } }),
      /json:11: .*limits\.requestsPerMinut is unknown; did you mean "requestsPerMinute"/,
    ],
    [
      put({ limits: { concurrency: 0 } }),
      /json:11: credentials\.main\.limits\.concurrency must be a whole number .*, not this number$/,
    ],
    [put({ limits: { tokensPerMinute: 1.5 } }), /must be a whole number .*, not this number$/],
    [put({ limits: { tokensPerMinute: '5' } }), /must be a whole number .*, not this text$/],
    [put({ limits: [] }), /limits must be an object, not a list/],
    [put({ budget: { usdPerDay: 0 } }), /budget\.usdPerDay must be an amount in USD above 0/],
    [put({ budget: { usd: 1 } }), /budget\.usd is unknown; did you mean "usdPerDay"/],
    [put({ budget: { tokensPerDay: -1 } }), /budget\.tokensPerDay must be a whole number/],
    [put({ models: [] }), /models must be a list of model names, none twice, not a list/],
    [put({ models: ['a', 'a'] }), /models must be a list/],
    [put({ models: 'a' }), /models must be a list/],
    [put({ roles: [1] }), /roles must be a list/],
    [put({ scope: '' }), /scope must be a name for what the provider counts, not an empty text/],
    [put({ scope: null }), /scope must be a name for what the provider counts, not null/],
    [{ credentials: { main: { provider: 'google' } } }, /main\.secret is missing: it must be a reference/],
    [{ credentials: { main: { secret: 'env:A' } } }, /main\.provider is missing: it must be one of/],
    [{ credentials: { main: { provider: 'openai-compatible' } } }, /main\.baseUrl is missing: it must be an https/],
    [{ credentials: { Main: plain } }, /json:3: credentials\.Main must be a name of small letters/],
    [{ credentials: { '-x': plain } }, /must be a name of small letters/],
    [{ credentials: { 'a/b': plain } }, /must be a name of small letters/],
    [{ credentials: { ['a'.repeat(65)]: plain } }, /must be a name of small letters/],
    [{ credentials: [] }, /credentials must be an object, not a list/],
    [
      { roleWeights: { drafter: 0 } },
      /json:3: roleWeights\.drafter must be a weight above 0, such as 2, not this number/,
    ],
    [{ roleWeights: { 'A b': 1 } }, /is no role: there are drafter, reviewer, agent/],
    [{ prices: { model: {} } }, /prices\.model must be a provider and a model/],
    [{ prices: { 'anthropic:': {} } }, /must be a provider and a model/],
    [{ prices: { 'anthropic:m': { inputPerMillion: 1 } } }, /prices\.anthropic:m\.outputPerMillion is missing/],
    [
      { prices: { 'anthropic:m': { inputPerMillion: -1 } } },
      /inputPerMillion must be a price in USD .*, not this number/,
    ],
  ];
  for (const [content, message] of cases) assert.match(await refusal(content), message);
});

test('a name that is given twice is refused: JSON would keep one of both silently', async () => {
  const entry = JSON.stringify(plain);
  const told = await refusal(`{ "credentials": {\n"a": ${entry},\n"b": ${entry},\n"a": ${entry} } }`);
  assert.match(told, /json:4: "a" is given twice/);
});

test('a base URL is https, or http on this machine, and is kept without slash and version, unless that is its own', async () => {
  const urlOf = async (provider: string, baseUrl: string) =>
    (await resolveMain({ provider, secret: 'env:A', baseUrl }))?.credential.baseUrl;
  const cases: [provider: string, given: string, kept: string][] = [
    ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com'],
    ['anthropic', 'https://API.example:8443/x//', 'https://api.example:8443/x'],
    ['openai', 'https://api.openai.com/v1', 'https://api.openai.com'],
    ['openai', 'https://api.openai.com/v1/', 'https://api.openai.com'],
    ['google', 'https://generativelanguage.googleapis.com/v1beta', 'https://generativelanguage.googleapis.com'],
    ['google', 'https://x.example/v1/', 'https://x.example'],
    ['openai-compatible', 'http://localhost:11434/v1', 'http://localhost:11434'],
    ['openai-compatible', 'http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['openai-compatible', 'http://127.1:8000/api/v1', 'http://127.0.0.1:8000/api'],
    ['openai-compatible', 'http://[::1]:8000', 'http://[::1]:8000'],
    ['openai-compatible', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/api'],
    ['openai-compatible', 'https://x.example/client/v4/accounts/1/ai/v1', 'https://x.example/client/v4/accounts/1/ai'],
    ['openai-compatible', 'https://x.example/api/paas/v4', 'https://x.example/api/paas/v4/'],
    ['openai-compatible', 'https://x.example/v1beta/openai/', 'https://x.example/v1beta/openai/'],
    ['openai-compatible', 'https://x.example/inference/chat/completions', 'https://x.example/inference/'],
    ['openai-compatible', 'https://x.example/chat/completions/', 'https://x.example/'],
    ['openai-compatible', 'https://x.example/v1/chat/completions', 'https://x.example'],
    ['openai-compatible', 'https://x.example/', 'https://x.example'],
    ['anthropic', 'https://x.example/v2', 'https://x.example/v2'],
    [
      'openai',
      'https://gateway.example/v1/0123456789abcdef0123456789abcdef/openai',
      'https://gateway.example/v1/0123456789abcdef0123456789abcdef/openai',
    ],
  ];
  for (const [provider, given, kept] of cases) assert.equal(await urlOf(provider, given), kept);
});

test('a base URL by which a key could get lost is refused, and not shown', async () => {
  const urls = [
    'http://api.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://0.0.0.0:1',
    'http://user:password-of-mine@127.0.0.1',
    'https://password-of-mine@x.example',
    'https://x.example/?key=password-of-mine',
    'https://x.example/#password-of-mine',
    'https://x.example?',
    'https:\\\\x.example',
    'https://x.example/a b',
    'https://',
    'https://x.example:99999',
    'ftp://x.example',
    'file:///etc',
    'x.example',
    '',
  ];
  for (const baseUrl of urls) {
    const told = await refusal({ credentials: { main: { ...plain, baseUrl } } }, ['password-of-mine']);
    assert.match(told, /credentials\.main\.baseUrl must be an https:\/\/ URL/, baseUrl);
  }
});

test('a server of one’s own may need no key', async () => {
  const found = await resolveMain({ provider: 'openai-compatible', baseUrl: 'http://localhost:11434/v1' });
  assert.equal(found?.secret, null);
});

test('limits are of the scope: said once they hold for all of it, and no two may differ', async () => {
  using workspace = new Workspace();
  const shared = (one: object, two: object, provider = 'anthropic') => ({
    credentials: {
      a: { ...plain, scope: 'org', limits: one },
      b: { provider, secret: 'env:B', scope: 'org', limits: two },
      c: { ...plain, secret: 'env:C' },
    },
  });
  const config = await resolve(workspace, shared({ requestsPerMinute: 50 }, { concurrency: 2 }));
  const limits = listAll(config).map(({ credential }) => credential.limits);
  assert.deepEqual(
    limits.map(({ requestsPerMinute, concurrency }) => [requestsPerMinute, concurrency]),
    [
      [50, 2],
      [50, 2],
      [null, null],
    ],
  );
  const contrary = shared({ requestsPerMinute: 50 }, { requestsPerMinute: 60 });
  assert.match(await refusal(contrary), /credentials\.b has another requestsPerMinute than a in its scope/);
  assert.match(await refusal(shared({}, {}, 'openai')), /credentials\.b is in the scope of a, which is of anthropic/);
});

test('weights and prices are taken as they are', async () => {
  using workspace = new Workspace();
  const roleWeights = { drafter: 2, reviewer: 0.5 };
  const prices = {
    'anthropic:m': { inputPerMillion: 3, outputPerMillion: 15, cacheReadPerMillion: 0.3 },
    'openai-compatible:local/model:7b': { inputPerMillion: 0, outputPerMillion: 0 },
  };
  const config = await resolve(workspace, { roleWeights, prices });
  assert.deepEqual([config.roleWeights, config.prices], [roleWeights, prices]);
});

test('the variables that a config names are known, to be taken out of the environment', async () => {
  using workspace = new Workspace();
  const config = await resolve(workspace, {
    credentials: { a: plain, b: { ...plain, secret: 'env:_OTHER_2' }, c: { ...plain, secret: 'file:x' } },
  });
  assert.deepEqual([config.pool.from, config.pool.variables], ['config', ['MY_KEY', '_OTHER_2']]);
});
