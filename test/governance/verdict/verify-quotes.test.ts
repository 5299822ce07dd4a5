import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { VerdictFinding } from '../../../src/governance/verdict/verdict.ts';
import { verifyQuotes } from '../../../src/governance/verdict/verify-quotes.ts';

const document = '# 1 - T\r\n\r\n1. Read the rows.\r\n2. Ask the   service\u200b, with a timeout.\r\n';

function finding(quote: string | null): VerdictFinding {
  return { tier: 3, category: null, title: 'T', detail: '', section: null, recommendation: null, quote };
}

function falseQuotes(...quotes: (string | null)[]) {
  return verifyQuotes({ findings: quotes.map(finding) }, document);
}

test('words that stand in the document are a quote, whatever the white space between them and the marks around them', () => {
  assert.deepEqual(
    falseQuotes(
      'Read the rows.',
      ' Read the\nrows. 2. Ask the service',
      '“Read the rows.”',
      '"Ask the service'.slice(1),
    ),
    [],
  );
});

test('what was left out of a quote may be told by an ellipsis, and a full stop may be added', () => {
  assert.deepEqual(
    falseQuotes('Read the rows. … with a timeout.', '“Ask the service...”', '… the service', 'Read the rows. 2. Ask.'),
    [],
  );
  const longer = 'Read the rows. [...] with a timeout. … Read the rows.';
  assert.deepEqual(
    falseQuotes(
      'with a timeout ... Read the rows',
      'Read … timeout',
      'Read the rows … Ask nobody else',
      '…',
      longer,
    ).map(({ finding: number }) => number),
    [1, 2, 3, 4, 5],
  );
});

test('a hidden character may be quoted as reviewers see it', () => {
  assert.deepEqual(falseQuotes('service\\u200b, with', 'service\u200b, with'), []);
});

test('no quote, and a quote of nothing, are not false', () => {
  assert.deepEqual(falseQuotes(null, '', ' \n'), []);
});

test('words that nobody wrote are told, with their finding', () => {
  assert.deepEqual(falseQuotes('Read the rows.', 'Read the rows twice.', null, 'read THE rows'), [
    { finding: 2, quote: 'Read the rows twice.' },
    { finding: 4, quote: 'read THE rows' },
  ]);
});

test('every piece of a document can be quoted from it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, from, length) => {
      const quote = text
        .slice(from % (text.length + 1))
        .slice(0, length % 50)
        .trim()
        .toWellFormed();
      const source = text.toWellFormed();
      if (source.includes(quote)) assert.deepEqual(verifyQuotes({ findings: [finding(quote)] }, source), []);
    }),
  );
});

test('a megabyte of a document is read once, and each quote sought in no more than its length', () => {
  const quotes = Array.from({ length: 10 }, (_, at) => finding(`${'a'.repeat(at)}b${'a'.repeat(500)}`));
  assert.equal(verifyQuotes({ findings: quotes }, 'a'.repeat(1_000_000)).length, 10);
});
