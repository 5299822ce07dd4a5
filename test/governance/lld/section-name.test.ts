import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coversSection, readSectionNumbers } from '../../../src/governance/lld/section-name.ts';

const names: Record<string, string[]> = {
  '2.1': ['2.1'],
  '3.': ['3'],
  '§2.1': ['2.1'],
  '§ 7': ['7'],
  'Section 3': ['3'],
  'section 10.1 Test Scenarios': ['10.1'],
  '## 2.1 Files Changed': ['2.1'],
  '**2.7**': ['2.7'],
  '02.1': ['2.1'],
  'Sections 2.5, 10.1 and 3': ['2.5', '10.1', '3'],
  '2.5/2.6': ['2.5', '2.6'],
  Requirements: ['3'],
  '## Context and Goal': ['1'],
  'Section "Logic Flow"': ['2.5'],
  'Requirements of others': [],
  'line 40': [],
  'Lines 2, 3': [],
  'REQ-3': [],
  '1.2.3': [],
  'Open Questions': [],
  '': [],
};

for (const [written, numbers] of Object.entries(names)) {
  test(`"${written}" names ${numbers.length === 0 ? 'no section' : numbers.join(' and ')}`, () => {
    assert.deepEqual(readSectionNumbers(written), numbers);
  });
}

test('a section covers itself and its parts, and no section whose number only begins alike', () => {
  assert.ok(coversSection(['2'], '2') && coversSection(['2'], '2.7') && coversSection(['9', '2.7'], '2.7'));
  assert.ok(!coversSection(['1'], '10.1') && !coversSection(['2.7'], '2') && !coversSection(['2.1'], '2.10'));
  assert.ok(!coversSection([], '2'));
});

test('a long text is no longer looked at than its start', () => {
  for (const piece of ['1, ', '# ', 'and ', '§']) readSectionNumbers(piece.repeat(300_000));
  fc.assert(
    fc.property(fc.string(), (text) => readSectionNumbers(text).every((number) => /^\d+(?:\.\d+)?$/.test(number))),
  );
});
