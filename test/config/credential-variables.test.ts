import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveCredentialConfig } from '../../src/config/credential-config.ts';
import { findKeyVariables, secretCommandEnvironment, takeKeyVariables } from '../../src/config/environment.ts';
import type { WireProvider } from '../../src/model/credential.ts';
import { loadSecrets } from '../../src/secrets/load-secrets.ts';
import { makeUpKey } from '../secrets/made-up.ts';

const noCommand = () => Promise.reject(new Error('no program is expected'));

function listFrom(provider: WireProvider, environment: Record<string, string | undefined>) {
  return resolveCredentialConfig(null, environment).pool.listOf(provider);
}

/** `anthropic-1=KEY` and so on, as they would be loaded. */
async function load(provider: WireProvider, environment: Record<string, string>): Promise<string[]> {
  const vault = await loadSecrets(listFrom(provider, environment), { environment, runCommand: noCommand });
  return vault.names.map((name) => `${name}=${vault.open(name)}`);
}

test('without a config the well-known variables make a pool, one scope for each key', async () => {
  const [one, two, three] = [makeUpKey(), makeUpKey(), makeUpKey('AIza')];
  const environment = { ANTHROPIC_API_KEY: one, OPENAI_API_KEY: two, GEMINI_API_KEY: three, PATH: '/bin' };
  assert.deepEqual(await load('anthropic', environment), [`anthropic-1=${one}`]);
  assert.deepEqual(await load('openai', environment), [`openai-1=${two}`]);
  assert.deepEqual(await load('google', environment), [`google-1=${three}`]);
  assert.deepEqual(await load('openai-compatible', environment), []);
  const [found] = listFrom('google', environment);
  assert.deepEqual(
    [found?.credential.scope, found?.credential.models, found?.credential.roles],
    ['google-1', null, null],
  );
  assert.equal(found?.credential.baseUrl, 'https://generativelanguage.googleapis.com');
});

test('several keys stand in a list, in numbered variables, or both, and keep that order', async () => {
  const keys = Array.from({ length: 6 }, () => makeUpKey());
  const [a, b, c, d, e, f] = keys;
  const environment = {
    OPENAI_API_KEY_10: `${f}`,
    OPENAI_API_KEY_2: `${d}, ${e}`,
    OPENAI_API_KEY_1: `${c}`,
    OPENAI_API_KEY: `${a},${b}`,
    OPENAI_API_KEY_FILE: '/somewhere/else',
    OPENAI_API_KEYS: 'not-a-variable-of-ours',
  };
  const expected = keys.map((key, at) => `openai-${at + 1}=${key}`);
  assert.deepEqual(await load('openai', environment), expected);
});

test('a key in both of Google’s variables is one key; two keys are two', async () => {
  const [one, two, three] = [makeUpKey('AIza'), makeUpKey('AIza'), makeUpKey('AIza')];
  const both = (gemini: string, google: string) =>
    load('google', { GEMINI_API_KEY: gemini, GOOGLE_GENERATIVE_AI_API_KEY: google });
  assert.deepEqual(await both(one, one), [`google-1=${one}`]);
  assert.deepEqual(await both(one, `${one}\n`), [`google-1=${one}`]);
  assert.deepEqual(await both(one, two), [`google-1=${one}`, `google-2=${two}`]);
  assert.deepEqual(await both(`${one},${two}`, `${two},${three}`), [
    `google-1=${one}`,
    `google-2=${two}`,
    `google-3=${three}`,
  ]);
  assert.deepEqual(await load('google', { GOOGLE_GENERATIVE_AI_API_KEY: two }), [`google-1=${two}`]);
});

test('a variable that holds no key is named, and its value is not shown', async () => {
  const key = makeUpKey();
  const cases: [environment: Record<string, string>, message: RegExp][] = [
    [{ ANTHROPIC_API_KEY: '' }, /^credential anthropic-1: ANTHROPIC_API_KEY is empty/],
    [{ ANTHROPIC_API_KEY: key, ANTHROPIC_API_KEY_2: ' ' }, /^credential anthropic-2: ANTHROPIC_API_KEY_2 is empty/],
    [{ ANTHROPIC_API_KEY: 'short' }, /: ANTHROPIC_API_KEY is too short/],
    [{ ANTHROPIC_API_KEY: 'your-api-key' }, /: ANTHROPIC_API_KEY looks like a placeholder/],
    [{ ANTHROPIC_API_KEY: `${key} x` }, /: ANTHROPIC_API_KEY has whitespace inside/],
    [{ ANTHROPIC_API_KEY: `${key}\u0001` }, /: ANTHROPIC_API_KEY has characters that no key has/],
    [{ ANTHROPIC_API_KEY: `${key},` }, /ANTHROPIC_API_KEY has an empty entry/],
    [{ ANTHROPIC_API_KEY: `${key},bad` }, /: ANTHROPIC_API_KEY \(key 2\) is too short/],
    [
      { ANTHROPIC_API_KEY: key, ANTHROPIC_API_KEY_1: key },
      /ANTHROPIC_API_KEY_1 has the same key as credential anthropic-1, ANTHROPIC_API_KEY:/,
    ],
    [{ ANTHROPIC_API_KEY: `${key},${key}` }, /has the same key/],
  ];
  for (const [environment, message] of cases) {
    const told = { code: 'CREDENTIAL_INVALID', message };
    await assert.rejects(load('anthropic', environment), told);
    await assert.rejects(load('anthropic', environment), (error: Error) => !error.message.includes(key));
  }
});

test('a base URL in a variable holds for that pool, by the same rules', () => {
  const keys = { OPENAI_API_KEY: makeUpKey(), GEMINI_API_KEY: makeUpKey(), ANTHROPIC_API_KEY: makeUpKey() };
  const urlOf = (provider: WireProvider, more: object) =>
    listFrom(provider, { ...keys, ...more })[0]?.credential.baseUrl;
  assert.equal(urlOf('openai', { OPENAI_BASE_URL: 'https://eu.example/v1/' }), 'https://eu.example');
  assert.equal(urlOf('google', { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9/v1beta' }), 'http://127.0.0.1:9');
  assert.equal(urlOf('anthropic', { ANTHROPIC_BASE_URL: '' }), 'https://api.anthropic.com');
  assert.throws(() => urlOf('anthropic', { ANTHROPIC_BASE_URL: 'http://password-of-mine@x.example' }), {
    code: 'CREDENTIAL_INVALID',
    message: /^ANTHROPIC_BASE_URL must be an https:\/\/ URL [^=]*fragment$/,
  });
  assert.equal(urlOf('openai', { ANTHROPIC_BASE_URL: 'nonsense' }), 'https://api.openai.com');
});

test('taking the keys leaves none in the environment, in what is started from it, or in a report', () => {
  const key = makeUpKey();
  const names = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY_7', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'MY_OWN'];
  for (const name of names) process.env[name] = key;
  process.env['OPENAI_API_KEY'] = '';
  assert.deepEqual(findKeyVariables(), [
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY_7',
    'GEMINI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
  ]);
  const taken = takeKeyVariables(['MY_OWN', 'NOT_THERE']);
  assert.deepEqual(Object.keys(taken).sort(), [...names, 'OPENAI_API_KEY'].sort());
  assert.equal(taken['MY_OWN'], key);
  assert.equal(process.report.excludeEnv, true);
  for (const text of [JSON.stringify(process.env), JSON.stringify(process.report.getReport())])
    assert.ok(!text.includes(key));
  assert.deepEqual(takeKeyVariables([]), taken, 'what was taken once is known for good');
});

test('a program that gives a key sees where things are, the way out, and no key', () => {
  process.env['ANTHROPIC_API_KEY'] = makeUpKey();
  process.env['AWS_SECRET_ACCESS_KEY'] = makeUpKey();
  process.env['PASSWORD_STORE_DIR'] = '/store';
  process.env['HTTPS_PROXY'] = 'http://me:pass@proxy.example:3128';
  takeKeyVariables([]);
  assert.equal(process.env['HTTPS_PROXY'], undefined, 'a password is taken as a key is');
  const environment = secretCommandEnvironment();
  assert.equal(environment['PATH'], process.env['PATH']);
  assert.equal(environment['PASSWORD_STORE_DIR'], '/store');
  assert.equal(environment['HTTPS_PROXY'], 'http://me:pass@proxy.example:3128', 'and given to whoever has to get out');
  assert.deepEqual(
    Object.keys(environment).filter((name) => /KEY|TOKEN|SECRET/.test(name)),
    [],
  );
});
