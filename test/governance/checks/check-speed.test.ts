import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, replaceFirst, validText } from './document-checks.ts';

const limitMs = 5000;
const mebibyte = 1024 * 1024;
const seedText = readFileSync('test/fixtures/seeds/003_03213a7a9c1692df.txt', 'utf8');
const ownPart = seedText.slice(0, seedText.indexOf('## Appendix'));
const rowText = validText.split('\n').find((line) => line.startsWith('| 020 |')) ?? '';
const filePattern = validText.split('\n').find((line) => line.includes('legacy.ts')) ?? '';

const documents: readonly (readonly [claim: string, text: string])[] = [
  ['seed 003 repeated', seedText.repeat(Math.ceil(mebibyte / seedText.length))],
  ['its sections repeated', ownPart.repeat(Math.ceil(mebibyte / ownPart.length))],
  ['30,000 scenarios', replaceFirst(validText, rowText, `${'| 7 | x | y | z | REQ-9 |\n'.repeat(30_000)}${rowText}`)],
  ['30,000 files', replaceFirst(validText, filePattern, `${'| `a/b.ts` | add | c |\n'.repeat(30_000)}${filePattern}`)],
  ['30,000 requirements', replaceFirst(validText, '1. REQ-1', `${'1. REQ-1: x\n'.repeat(30_000)}1. REQ-1`)],
  ...[
    'a',
    '1',
    ' ',
    '`',
    '` ',
    '~/',
    "'",
    '" ',
    '0X',
    'no ',
    'retry ',
    '1 s',
    '`a/',
    'a/b.',
    'REQ-1',
    '#1',
    '\\|',
    '<',
    '(',
    '[*',
  ].map((part): readonly [string, string] => [
    `one line of ${JSON.stringify(part)}`,
    replaceFirst(validText, '3. Print', part.repeat(mebibyte / part.length)),
  ]),
  ...['1', '"', "'a", '`', ' <', '1.', 'in 1', '%', '“'].map((part): readonly [string, string] => [
    `one cell of ${JSON.stringify(part)}`,
    replaceFirst(validText, 'Output has 3 lines', part.repeat(mebibyte / part.length)),
  ]),
];

for (const [claim, text] of documents) {
  test(`1 MiB is checked within five seconds of processor time: ${claim}`, () => {
    const before = process.cpuUsage();
    check(text);
    const { user, system } = process.cpuUsage(before);
    const elapsedMs = (user + system) / 1000;
    assert.ok(elapsedMs < limitMs, `took ${Math.round(elapsedMs)} ms`);
  });
}
