import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readableText } from '../../src/governance/hidden-text.ts';

const read: readonly (readonly [text: string, readable: string])[] = [
  ['a <!-- x --> b', 'a   b'],
  ['~~x~~ y', 'y'],
  ['~x z~ y', 'y'],
  ['~~~~x~~ y', 'y'],
  ['~/x and ~5 s to ~6 s', '~/x and ~5 s to ~6 s'],
  ['<del class="a">x</DEL> y', 'y'],
  ['[](x "REQ-2 (REQ-3)") z', '[]  z'],
  ['a [b](c) d', 'a [b]  d'],
  ['[a][REQ-2] z', '[a]  z'],
  ['![REQ-1](p.png "t") z', ']  z'],
  ['<span title="a > REQ-2">v</span>', 'v'],
  ['<span title="`REQ-2`">v', 'v'],
  ['<div hidden>x</div> y', 'y'],
  ['<template>x', ''],
  ['<ol start="6"><li>REQ-6: html</li></ol>', 'REQ-6: html'],
  ['RE<b></b>Q-2', 'REQ-2'],
  ['`<div>` and ``a ` <b>``', '`<div>` and ``a ` <b>``'],
  ['a \\<b>c', 'a \\<b>c'],
  ['Map<string, number> and <https://example.org>', 'Map<string, number> and <https://example.org>'],
  ['a < b, <!-- and a ![b', 'a < b, <!-- and a ![b'],
];

for (const [text, readable] of read) {
  test(`of ${JSON.stringify(text)} a reader sees ${JSON.stringify(readable)}`, () => {
    assert.equal(readableText(text), readable);
  });
}

test('text without marks is read as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', 'é', '日', '.', '\n', '>', '[', '(', ')') }), (text) => {
      assert.equal(readableText(text), text.trim());
    }),
  );
});

test('whatever the text, no comment and no attribute of a tag is left, and nothing is thrown', () => {
  const piece = fc.constantFrom(
    '<!-- secret -->',
    '<b title="secret">',
    '`',
    '~~',
    '~',
    '<',
    '](',
    '![',
    '][',
    ']',
    '\\',
    'a ',
    '"',
    '<del>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      readableText(pieces.join(''));
      assert.doesNotMatch(readableText(`${pieces.filter((one) => /^[a<].*[ >]$/.test(one)).join(' ')}`), /secret/);
    }),
  );
});

test('a hostile megabyte is read in the time of its length', () => {
  const longest = Array.from({ length: 1400 }, (_, at) => `${'`'.repeat(at + 1)} `).join('');
  for (const part of [
    '<a "',
    '<a ',
    '](',
    '](x "',
    '~~',
    '~a ',
    '<!--',
    '`',
    '` ``',
    '![',
    '][',
    '<del>',
    "<a b='",
    longest,
  ]) {
    const before = process.cpuUsage();
    readableText(part.repeat(Math.max(1, 1_000_000 / part.length)));
    const { user } = process.cpuUsage(before);
    assert.ok(user < 5_000_000, `${part.slice(0, 9)} took ${user} µs`);
  }
});
