import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { WireProvider } from '../../src/model/credential.ts';
import type { KeyedCredential, SecretReference } from '../../src/model/secret-reference.ts';
import { loadSecrets, readSecrets, type SecretSources } from '../../src/secrets/load-secrets.ts';
import { Workspace } from '../workspace.ts';
import { makeUpKey } from './made-up.ts';

function credential(
  name: string,
  secret: SecretReference | null,
  more: { provider?: WireProvider; baseUrl?: string } = {},
): KeyedCredential {
  const limits = { requestsPerMinute: null, tokensPerMinute: null, inputTokensPerMinute: null };
  return {
    credential: {
      name,
      provider: 'anthropic',
      baseUrl: 'https://one.example',
      scope: name,
      models: null,
      roles: null,
      limits: { ...limits, outputTokensPerMinute: null, requestsPerDay: null, concurrency: null },
      budget: { usdPerDay: null, tokensPerDay: null },
      ...more,
    },
    secret,
  };
}

function variable(name: string, part: number | null = null): SecretReference {
  return { kind: 'variable', variable: name, part };
}

function sources(environment: Record<string, string>, printed = ''): SecretSources {
  return { environment, runCommand: () => Promise.resolve(printed) };
}

/** How loading was refused; all that can be seen of the error is searched for the keys. */
async function refusal(credentials: KeyedCredential[], given: SecretSources, keys: string[] = []): Promise<string> {
  const error: unknown = await loadSecrets(credentials, given).then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error && 'code' in error, 'not refused');
  assert.equal(error.code, 'CREDENTIAL_INVALID');
  const seen = inspect(error, { depth: 20, showHidden: true });
  for (const key of keys) assert.ok(!seen.includes(key), seen);
  return error.message;
}

test('secrets come from a variable, a part of a list, a file, the first line of a program, or are not needed', async () => {
  const keys = Array.from({ length: 5 }, () => makeUpKey());
  const [one = '', two = '', three = '', four = '', five = ''] = keys;
  using workspace = new Workspace().write({ key: `${four}\r\n` });
  chmodSync(workspace.path('key'), 0o600);
  const all = [
    credential('a', variable('ONE')),
    credential('b', variable('LIST', 0)),
    credential('c', variable('LIST', 1)),
    credential('d', { kind: 'file', path: workspace.path('key') }),
    credential('e', { kind: 'command', program: 'give', args: [], folder: '/' }),
    credential('f', null),
  ];
  const vault = await loadSecrets(all, sources({ ONE: one, LIST: `${two}, ${three}` }, `${five}\r\nmore\n`));
  assert.deepEqual(
    all.map(({ credential: { name } }) => vault.open(name)),
    [...keys, ''],
  );
});

test('a variable that is not set, or holds nothing, is named', async () => {
  const lone = [credential('main', variable('MY_KEY'))];
  assert.equal(await refusal(lone, sources({})), 'credential main: MY_KEY is not set');
  for (const nothing of ['', '  ', '\n'])
    assert.match(await refusal(lone, sources({ MY_KEY: nothing })), /^credential main: MY_KEY is empty: /);
});

test('a flaw names the variable and the place in its list, the file or the program, and shows no value', async () => {
  const [good, bad] = [makeUpKey(), `${makeUpKey()} ${makeUpKey()}`];
  using workspace = new Workspace().write({ key: bad });
  chmodSync(workspace.path('key'), 0o600);
  const path = workspace.path('key');
  const command: SecretReference = { kind: 'command', program: 'give', args: [good], folder: '/' };
  const list = [credential('a', variable('LIST', 0)), credential('b', variable('LIST', 1))];
  const told = [
    await refusal([credential('a', variable('ONE'))], sources({ ONE: bad }), [bad]),
    await refusal(list, sources({ LIST: `${good},${bad}` }), [good, bad]),
    await refusal([credential('a', { kind: 'file', path })], sources({}), [bad]),
    await refusal([credential('a', command)], sources({}, bad), [good, bad]),
  ];
  const places = ['a: ONE has', 'b: LIST (key 2) has', `a: ${path} has`, 'a: what cmd:give prints has'];
  for (const [at, text] of told.entries()) {
    assert.ok(text.startsWith(`credential ${places[at]} whitespace inside`), text);
  }
});

test('a list with an empty entry is refused, wherever the hole is', async () => {
  const key = makeUpKey();
  for (const list of [`${key},`, `,${key}`, `${key},,${makeUpKey()}`, ',', `${key}, `])
    assert.match(
      await refusal([credential('a', variable('LIST', 0))], sources({ LIST: list }), [key]),
      /^credential a: LIST has an empty entry/,
    );
});

test('a program that prints nothing gives no key', async () => {
  const command: SecretReference = { kind: 'command', program: 'give', args: [], folder: '/' };
  for (const printed of ['', '\n', '\nkey-on-the-second-line'])
    assert.match(
      await refusal([credential('a', command)], sources({}, printed)),
      /^credential a: what cmd:give prints is empty/,
    );
});

test('the same key twice is refused by both names', async () => {
  const key = makeUpKey();
  const twice = [credential('a', variable('ONE')), credential('b', variable('TWO'))];
  const told = await refusal(twice, sources({ ONE: key, TWO: ` ${key}\n` }), [key]);
  assert.equal(told, 'credential b: TWO has the same key as credential a, ONE: keep one of them');
});

test('a key of one provider is not sent to another, but a server that speaks for both may have one key', async () => {
  const given = sources({ ONE: makeUpKey() });
  const pair = (baseUrl: string, provider: WireProvider) => [
    credential('a', variable('ONE')),
    credential('b', variable('ONE'), { provider, baseUrl }),
  ];
  assert.match(await refusal(pair('https://two.example', 'openai'), given), /has the same key/);
  assert.match(await refusal(pair('https://one.example', 'anthropic'), given), /has the same key/);
  for (const allowed of [pair('https://one.example/openai', 'openai'), pair('https://two.example', 'anthropic')])
    assert.equal((await loadSecrets(allowed, given)).names.length, 2);
});

test('what is wrong with some keys hides no other', async () => {
  const [good, twin] = [makeUpKey(), makeUpKey()];
  const all = [
    credential('good', variable('GOOD')),
    credential('unset', variable('NOT_SET')),
    credential('twin', variable('TWIN')),
    credential('again', variable('TWIN')),
    credential('lost', { kind: 'file', path: '/not/there' }),
    credential('open', null),
  ];
  const { vault, troubles } = await readSecrets(all, sources({ GOOD: good, TWIN: twin }));
  assert.deepEqual(vault.names, ['good', 'twin', 'open']);
  assert.deepEqual([vault.open('good'), vault.open('twin')], [good, twin]);
  assert.deepEqual(
    Array.from(troubles, ([name, { message }]) => [name, message]),
    [
      ['unset', 'credential unset: NOT_SET is not set'],
      ['lost', 'credential lost: /not/there does not exist'],
      ['again', 'credential again: TWIN has the same key as credential twin, TWIN: keep one of them'],
    ],
  );
  const told = await refusal(all, sources({ GOOD: good, TWIN: twin }));
  assert.deepEqual(
    told.split('\n'),
    Array.from(troubles.values(), ({ message }) => message),
    'whoever needs all of them is told all that is wrong',
  );
});

test('who must not run programs learns of the others, and nothing of those', async () => {
  const command: SecretReference = { kind: 'command', program: 'give', args: [], folder: '/' };
  const all = [credential('a', variable('ONE')), credential('b', command), credential('c', variable('NOT_SET'))];
  const { vault, troubles } = await readSecrets(all, { environment: { ONE: makeUpKey() }, runCommand: null });
  assert.deepEqual([vault.names, [...troubles.keys()]], [['a'], ['c']]);
});

test('a key that could not be kept out of logs is refused by the name of its variable', async () => {
  const weak = (secret: string) => (secret.startsWith('weak') ? 'is too easy to guess' : null);
  const given = { ...sources({ ONE: 'weak-0123456789abc' }), findWeakness: weak };
  const told = await refusal([credential('a', variable('ONE'))], given);
  assert.equal(told, 'credential a: ONE is too easy to guess');
});
