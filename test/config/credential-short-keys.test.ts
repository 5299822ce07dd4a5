import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { loadConfigFile } from '../../src/config/config-file.ts';
import { resolveCredentialConfig } from '../../src/config/credential-config.ts';
import { mayBeKey, quoteUnlessKey } from '../../src/config/credential-likeness.ts';
import { Workspace } from '../workspace.ts';

/** As servers of one's own hand them out: no beginning that anybody knows, and short. */
const keys = {
  'sixteen hex digits': randomBytes(8).toString('hex'),
  'twenty-four letters and digits': `k${randomBytes(12).toString('hex').slice(1)}`,
  'twelve capitals and digits': `A1${randomBytes(5).toString('hex').toUpperCase()}`,
  'letters of both cases': 'QWjkPLmnBVcxZAqwERty',
};

const entry = (more: object) => ({ credentials: { one: { provider: 'anthropic', secret: 'env:NOT_SET', ...more } } });

const places: Readonly<Record<string, (key: string) => object>> = {
  'the secret': (secret) => entry({ secret }),
  'the name of a file': (key) => entry({ secret: `file:${key}` }),
  'the name of a program': (key) => entry({ secret: `cmd:${key}` }),
  'the name of a variable': (key) => entry({ secret: `env:${key}` }),
  'an unknown field': (apiKey) => entry({ apiKey }),
  'the name of a field': (key) => entry({ [key]: true }),
  'the provider': (provider) => entry({ provider }),
  'the server': (baseUrl) => entry({ baseUrl }),
  'the user of a server': (key) => entry({ baseUrl: `https://${key}@example.org` }),
  'a limit': (key) => entry({ limits: { requestsPerMinute: key } }),
  'the name of a limit': (key) => entry({ limits: { [key]: 1 } }),
  'a budget': (key) => entry({ budget: { usdPerDay: key } }),
  'a price': (key) => ({ prices: { [key]: {} } }),
  'a weight': (key) => ({ roleWeights: { [`${key}!`]: 1 } }),
  'the credentials': (credentials) => ({ credentials }),
};

for (const [kind, key] of Object.entries(keys)) {
  test(`a key of ${kind} is shown by no complaint about a config, wherever it stands`, async () => {
    for (const [place, write] of Object.entries(places)) {
      using workspace = new Workspace().write({ 'agentos.config.json': JSON.stringify(write(key), null, 2) });
      const file = await loadConfigFile(workspace.dir, null, null);
      assert.throws(
        () => resolveCredentialConfig(file, {}),
        (error) => {
          assert.match(String(error), /agentos\.config\.json:\d+: (credentials|prices|roleWeights)/, place);
          assert.ok(!inspect(error, { depth: 9, showHidden: true }).toLowerCase().includes(key.toLowerCase()), place);
          return true;
        },
      );
    }
  });
}

test('a number is not shown either: some keys are numbers', async () => {
  using workspace = new Workspace().write({
    'agentos.config.json': JSON.stringify(entry({ secret: 123_456_789_012 })),
  });
  const file = await loadConfigFile(workspace.dir, null, null);
  assert.throws(
    () => resolveCredentialConfig(file, {}),
    (error) =>
      /credentials\.one\.secret must be .*, not this number$/.test(String(error)) && !/1234567/.test(`${error}`),
  );
});

test('names that look like keys are taken where they lead somewhere', async () => {
  using workspace = new Workspace().write({ team1keyfile2: 'x' });
  for (const secret of ['file:team1keyfile2', 'env:TEAM1KEY2WORK', 'env:OPENAI_API_KEY_2', 'file:not_there_yet']) {
    workspace.write({ 'agentos.config.json': JSON.stringify(entry({ secret })) });
    const file = await loadConfigFile(workspace.dir, null, null);
    const { pool } = resolveCredentialConfig(file, { TEAM1KEY2WORK: 'x' });
    assert.equal(pool.listOf('anthropic').length, 1, secret);
  }
});

test('ordinary words, names and models may be shown', () => {
  const words = [
    'requestsPerMinute',
    'ANTHROPIC_API_KEY_2',
    'documentation',
    'claude-sonnet-4-5-20250929',
    'two',
    '3.5',
  ];
  for (const word of words) assert.equal(mayBeKey(word), false, word);
  assert.equal(quoteUnlessKey('two'), '"two"');
  for (const key of Object.values(keys)) assert.doesNotMatch(quoteUnlessKey(`=${key}`), new RegExp(key));
});

test('signs between words make no words of a key', () => {
  const keys = ['WkFQmYhn7JZ-rKHAsYqGN-kr-_c45ULB', 'N1Lq0hoekH-juRSp3X6D5I-2NbQf4sPI', 'p7Qx/aB3+9kLm/2sXy/Tq81=='];
  for (const key of keys) assert.equal(mayBeKey(`with ${key}.`), true, key);
  const plain = 'See docs/adr/0024-cost-of-a-call.md of 2026-11-17T12:30, utf-8, and src/cli/commands/answer.ts';
  assert.equal(mayBeKey(plain), false);
});
