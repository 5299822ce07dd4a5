import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseBlocks } from '../../../src/governance/markdown.ts';
import { looksLikeVerdict, readVerdict } from '../../../src/governance/verdict/read-verdict.ts';
import { someRuns } from '../../needs.ts';

/** The longest text that is read at all. */
const maxChars = 512 * 1024;
/** Far above what is needed, far below what anything but linear work would take. */
const limitMs = 8_000;

/** Time that other processes take does not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const units: [claim: string, unit: string, head?: string][] = [
  ['approving lines', 'Verdict: APPROVED\n'],
  ['approving fields', 'Verdict: APPROVED\nSummary: x\n'],
  ['a chain of explanations', 'APPROVED - ', 'Verdict: '],
  ['ticked boxes', '[x] **APPROVED** - Ready\n', '## Verdict\n'],
  ['ticked items', '- [x] APPROVED\n', '## Verdict\n'],
  ['verdict headings', '## Verdict\n'],
  ['tier headings', '## Tier 1\n- [ ] **a:** b\n'],
  ['emphasis marks', '*_`', 'Verdict: '],
  ['label prefixes', 'final '],
  ['blanks', ' ', 'Verdict'],
  ['comment openers', '<!-- ', 'x '],
  ['comment closers', ' <!-- x -->', 'x'],
  ['strike marks', 'a~~\n'],
  ['strike tags', '<del> </s>', 'x '],
  ['brackets', '['],
  ['reference definitions', '[a]: b\n'],
  ['quotes', '>'],
  ['nested items', '- '],
  ['lists in lists', '* a\n  * b\n', '## Verdict\n'],
  ['tables', '|a|b|\n|-|-|\n'],
  ['pipes', '|a'],
  ['digits', '1', '## Coverage\n\nCoverage Calculation: '],
  ['numbers', '1.', '# '],
  ['nothing found', 'no a ', '## Tier 1\n- '],
  ['JSON lists', '[', '{"verdict":'],
  ['JSON keys', '"verdict":"REVISE",', '{'],
  ['JSON escapes', '\\"', '{"verdict":"'],
  ['backslashes', '\\'],
  ['retractions', 'changes ', 'Verdict: APPROVED - '],
];
for (const [claim, unit, head = ''] of units) {
  test(`a file full of ${claim} is read in time`, () => {
    const text = head + unit.repeat(Math.floor((maxChars - head.length) / unit.length));
    const startedAt = processorMs();
    readVerdict(text);
    const spentMs = processorMs() - startedAt;
    assert.ok(spentMs < limitMs, `took ${Math.round(spentMs)} ms`);
  });
}

test('an approval with marks behind it that do not end it is read in time', () => {
  const startedAt = processorMs();
  readVerdict(`Verdict: APPROVED - ready${'*'.repeat(maxChars - 100)}x\n`);
  const spentMs = processorMs() - startedAt;
  assert.ok(spentMs < limitMs, `took ${Math.round(spentMs)} ms`);
});

test('backtick runs of every length are read in time', () => {
  const runs = Array.from({ length: 1000 }, (_, index) => '`'.repeat(index + 1));
  const startedAt = processorMs();
  readVerdict(`x ${runs.join(' ')}`);
  assert.ok(processorMs() - startedAt < limitMs);
});

test('a file full of well-formed JSON keys is read as the verdict that they repeat', () => {
  const entry = '"verdict":"REVISE"';
  const text = `{${Array.from({ length: 25_000 }, () => entry).join(',')}}`;
  const startedAt = processorMs();
  assert.equal(readVerdict(text).verdict, 'REVISE');
  assert.ok(processorMs() - startedAt < limitMs);
});

const pieces = fc.constantFrom(
  ...[
    '## Verdict\n',
    'Verdict:',
    '**',
    '[x] ',
    '[ ] ',
    '☑',
    '~~',
    '`',
    '```\n',
    '<!--',
    '-->',
    '> ',
    '- ',
    '\n',
    '\n\n',
  ],
  ...['{"verdict":', '"', '}', '|', '---\n', '# ', '## Tier 1\n', '## Coverage\n', '\\', ' ', '\u0000', '\uD800', '\r'],
);

test('no text makes the reader throw', () => {
  const words = fc.constantFrom('APPROVED', 'REVISE', 'not', 'PASS', '{', '1 / 2');
  const text = fc.array(fc.oneof(pieces, words, fc.string({ unit: 'binary' })), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join('');
      const reading = readVerdict(whole);
      assert.equal(reading.verdict === 'UNREADABLE', reading.reason !== null);
      assert.equal(typeof looksLikeVerdict(whole, parseBlocks(whole)), 'boolean');
    }),
    { numRuns: someRuns(3000) },
  );
});

test('a text without a known verdict word is never anything but unreadable', () => {
  const words = fc.constantFrom('APPROVE', 'APPR0VED', 'REVISED', 'PASS', 'yes', 'LGTM', 'ok', 'DISCUSSED', 'А');
  const text = fc.array(fc.oneof(pieces, words, fc.string()), { maxLength: 40 }).map((parts) => parts.join(''));
  const wordless = text.filter(
    (whole) => !/approved|revise|discuss|block|rejected/i.test(whole.replace(/REVISED|DISCUSSED/g, '')),
  );
  fc.assert(
    fc.property(wordless, (whole) => {
      assert.equal(readVerdict(whole).verdict, 'UNREADABLE');
    }),
    { numRuns: someRuns(3000) },
  );
});
