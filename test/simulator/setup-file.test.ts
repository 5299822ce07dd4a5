import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wireProviders } from '../../src/model/credential.ts';
import { makeDefaultSetup, parseSetup } from '../../src/simulator/setup-file.ts';
import { openSimulator } from '../../src/simulator/simulator.ts';
import { projectDir } from '../workspace.ts';
import { ask } from './asking.ts';

const scope = { id: 'acme', provider: 'anthropic' };

test('a setup says how many keys to make up, or which to take', () => {
  const { scopes } = parseSetup({
    schemaVersion: 1,
    scopes: [scope, { ...scope, id: 'two', keys: 2 }, { ...scope, id: 'own', keys: ['chosen-by-me'] }],
  });
  assert.deepEqual(
    scopes.map(({ keys }) => keys.length),
    [1, 2, 1],
  );
  assert.equal(scopes[2]?.keys[0], 'chosen-by-me');
  const all = scopes.flatMap(({ keys }) => keys);
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.every((key) => key.length >= 12));
});

const wrong: readonly [unknown, RegExp][] = [
  [null, /the file: must be of type object/],
  [{ schemaVersion: 2, scopes: [scope] }, /schemaVersion: must be 1/],
  [{ schemaVersion: 1 }, /scopes: must be of type array/],
  [{ schemaVersion: 1, scopes: [] }, /scopes: must not be empty/],
  [{ schemaVersion: 1, scopes: [{ ...scope, provider: 'acme' }] }, /scopes\[0\]\.provider: must be "anthropic" or/],
  [{ schemaVersion: 1, scopes: [{ ...scope, speed: 1 }] }, /scopes\[0\]: unknown key "speed"/],
  [
    { schemaVersion: 1, scopes: [{ ...scope, keys: ['elevenchars'] }] },
    /scopes\[0\]\.keys\[0\]: must have at least 12 characters$/,
  ],
  [{ schemaVersion: 1, scopes: [{ ...scope, keys: 0 }] }, /scopes\[0\]\.keys: must be more than 0/],
  [
    { schemaVersion: 1, scopes: [{ ...scope, limits: { requests: { kind: 'bucket' } } }] },
    /scopes\[0\]\.limits\.requests\.perMinute: must be of type number/,
  ],
  [
    { schemaVersion: 1, scopes: [{ ...scope, limits: { requests: { kind: 'leaky' } } }] },
    /scopes\[0\]\.limits\.requests/,
  ],
  [
    { schemaVersion: 1, scopes: [{ ...scope, faults: [{ kind: 'fire' }] }] },
    /scopes\[0\]\.faults\[0\]\.kind: must be "rate"/,
  ],
  [
    { schemaVersion: 1, scopes: [{ ...scope, faults: [{ kind: 'rate', probability: 2 }] }] },
    /scopes\[0\]\.faults\[0\]\.probability: must be at most 1/,
  ],
  [{ schemaVersion: 1, scopes: [scope, scope] }, /two with the id "acme"/],
];

test('what is wrong with a setup is named with its place', () => {
  for (const [data, message] of wrong) assert.throws(() => parseSetup(data), { code: 'SETUP_INVALID', message });
});

test('without a setup each provider is there, and answers', async () => {
  const setup = makeDefaultSetup();
  assert.deepEqual(
    setup.scopes.map(({ provider }) => provider),
    wireProviders,
  );
  await using simulator = await openSimulator(setup);
  const asked = setup.scopes.flatMap(({ provider, keys }) => keys.map((key) => ask(provider, simulator.origin, key)));
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  assert.equal(asked.length, 8);
});

test('the setup in the documentation is one', () => {
  const text = readFileSync(join(projectDir, 'docs/simulator.md'), 'utf8');
  const [, json = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
  assert.ok(parseSetup(JSON.parse(json)).scopes.length > 1);
});
