import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format, inspect } from 'node:util';
import { serialize } from 'node:v8';
import { SecretBox } from '../../src/secrets/secret-box.ts';
import { SecretVault } from '../../src/secrets/secret-vault.ts';
import { makeUpKey } from './made-up.ts';

test('nothing but opening it shows what is in a box', () => {
  const key = makeUpKey();
  const box = new SecretBox('main', key);
  const vault = new SecretVault(new Map([['main', box]]));
  const deep = { depth: 20, showHidden: true, customInspect: false };
  const shown = [box, vault, { box }, [vault], new Error('no', { cause: { box, vault } })].flatMap((value) => [
    String(value),
    inspect(value),
    inspect(value, deep),
    format('%s %o %O %j', value, value, value, value),
    JSON.stringify(value),
    JSON.stringify(Object.entries(value)),
    serialize(JSON.parse(JSON.stringify(value))).toString('latin1'),
  ]);
  for (const text of shown) assert.ok(!text.includes(key.slice(0, 12)), text);
  assert.equal(`${box}`, 'cred:main');
  assert.equal(inspect([box]), '[ cred:main ]');
  assert.equal(JSON.stringify({ box }), '{"box":"cred:main"}');
  assert.equal(box.open(), key);
});

test('a box cannot be cloned into another process with its secret', () => {
  const key = makeUpKey();
  assert.ok(!serialize(new SecretBox('main', key)).toString('latin1').includes(key));
});

test('a vault opens by name, gives nothing for a credential without a secret, and refuses what it does not know', () => {
  const [one, two] = [makeUpKey(), makeUpKey()];
  const boxes = new Map([
    ['a', new SecretBox('a', one)],
    ['b', new SecretBox('b', two)],
    ['local', null],
  ]);
  const vault = new SecretVault(boxes);
  const registered: string[] = [];
  vault.registerAll({ register: (name, secret) => registered.push(`${name} ${secret}`) });
  assert.deepEqual(vault.names, ['a', 'b', 'local']);
  assert.deepEqual([vault.open('a'), vault.open('b'), vault.open('local')], [one, two, '']);
  assert.deepEqual(registered, [`a ${one}`, `b ${two}`]);
  assert.throws(() => vault.open('c'), /no secret of c/);
});
