import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findFlaw } from '../../src/secrets/secret-flaw.ts';
import { makeUpKey } from './made-up.ts';

test('what cannot be a key is told by what is wrong with it', () => {
  const cases: [secret: string, flaw: RegExp][] = [
    ['', /^is empty/],
    ['abc12345678', /too short/],
    [makeUpKey().repeat(200), /too long/],
    [`${makeUpKey()} ${makeUpKey()}`, /whitespace/],
    [`${makeUpKey()}\n${makeUpKey()}`, /whitespace/],
    [`${makeUpKey()}\u0007`, /plain ASCII/],
    [`${makeUpKey()}é`, /plain ASCII/],
    [`${makeUpKey()}\u200b`, /plain ASCII/],
    [`${makeUpKey()},${makeUpKey()}`, /comma/],
    [`"${makeUpKey()}"`, /^is in quotes/],
    [`'${makeUpKey()}`, /^is in quotes/],
  ];
  for (const [secret, flaw] of cases) assert.match(findFlaw(secret) ?? 'none', flaw);
});

test('placeholders of manuals are no keys', () => {
  const placeholders = [
    'your-api-key',
    'YOUR_API_KEY',
    'sk-your-key-here',
    'sk-ant-your_key',
    '<your api-key>'.replace(' ', '-'),
    '$ANTHROPIC_API_KEY',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what a shell did not expand
    '${ANTHROPIC_API_KEY}',
    '%OPENAI_API_KEY%',
    'changeme-changeme',
    'REPLACE_ME_PLEASE',
    'insert-key-here',
    'sk-...',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxx',
    'aaaaaaaaaaaaaaaa',
    '1212121212121212',
  ];
  for (const text of placeholders) assert.match(findFlaw(text) ?? 'none', /placeholder/, text);
});

test('random keys of every alphabet that providers use are none of that', () => {
  const keys = fc
    .tuple(fc.constantFrom('sk-', 'sk-proj-', 'AIza', 'gsk_', ''), fc.uint8Array({ minLength: 24, maxLength: 90 }))
    .filter(([, bytes]) => new Set(bytes).size > 12)
    .map(([prefix, bytes]) => prefix + Buffer.from(bytes).toString('base64url'));
  fc.assert(
    fc.property(keys, (key) => assert.equal(findFlaw(key), null)),
    { numRuns: 2000, seed: 7 },
  );
});
