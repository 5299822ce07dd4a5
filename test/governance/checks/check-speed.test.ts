import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, replaceFirst, VALID_TEXT } from './document-checks.ts';

const LIMIT_MS = 2000;
const MIB = 1024 * 1024;
const SEED = readFileSync('test/fixtures/seeds/003_03213a7a9c1692df.txt', 'utf8');
const OWN_PART = SEED.slice(0, SEED.indexOf('## Appendix'));
const ROW = VALID_TEXT.split('\n').find((line) => line.startsWith('| 020 |')) ?? '';
const FILE = VALID_TEXT.split('\n').find((line) => line.includes('legacy.ts')) ?? '';

const DOCUMENTS: readonly (readonly [claim: string, text: string])[] = [
  ['seed 003 repeated', SEED.repeat(Math.ceil(MIB / SEED.length))],
  ['its sections repeated', OWN_PART.repeat(Math.ceil(MIB / OWN_PART.length))],
  ['30,000 scenarios', replaceFirst(VALID_TEXT, ROW, `${'| 7 | x | y | z | REQ-9 |\n'.repeat(30_000)}${ROW}`)],
  ['30,000 files', replaceFirst(VALID_TEXT, FILE, `${'| `a/b.ts` | add | c |\n'.repeat(30_000)}${FILE}`)],
  ['30,000 requirements', replaceFirst(VALID_TEXT, '1. REQ-1', `${'1. REQ-1: x\n'.repeat(30_000)}1. REQ-1`)],
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
  ].map((part): readonly [string, string] => [
    `one line of ${JSON.stringify(part)}`,
    replaceFirst(VALID_TEXT, '3. Print', part.repeat(MIB / part.length)),
  ]),
  ...['1', '"', "'a", '`', ' <', '1.', 'in 1', '%'].map((part): readonly [string, string] => [
    `one cell of ${JSON.stringify(part)}`,
    replaceFirst(VALID_TEXT, 'Output has 3 lines', part.repeat(MIB / part.length)),
  ]),
];

for (const [claim, text] of DOCUMENTS) {
  test(`1 MiB is checked within two seconds of processor time: ${claim}`, () => {
    const before = process.cpuUsage();
    check(text);
    const { user, system } = process.cpuUsage(before);
    const elapsedMs = (user + system) / 1000;
    assert.ok(elapsedMs < LIMIT_MS, `took ${Math.round(elapsedMs)} ms`);
  });
}
