import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normaliseDraft } from '../../../src/governance/lld/normal-draft.ts';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../../src/governance/lld/render-lld.ts';
import { someRuns } from '../../needs.ts';
import { anyDraft, hostileText, validDraft } from './drafts.ts';
import { readDraft } from './read-draft.ts';

test('a draft in normal form comes back from its text unchanged', () => {
  assert.deepEqual(normaliseDraft(validDraft), validDraft);
  assert.deepEqual(readDraft(parseLld(renderLld(validDraft))), validDraft);
});

test('no text in any field of a draft can leave its place', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      assert.deepEqual(readDraft(parseLld(renderLld(draft))), normaliseDraft(draft));
    }),
    { numRuns: someRuns(1000) },
  );
});

test('a draft in normal form is left as it is', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const normal = normaliseDraft(draft);
      assert.deepEqual(normaliseDraft(normal), normal);
    }),
    { numRuns: someRuns(300) },
  );
});

test('a cell keeps every character of a single line of words', () => {
  const risk = 'a \\| b | `c|d` <br> ## 3. Requirements ``` \\';
  const draft = { ...validDraft, risks: [{ risk, impact: '|', likelihood: '\\', mitigation: '' }] };
  assert.deepEqual(readDraft(parseLld(renderLld(draft))).risks, draft.risks);
});

test('words that would settle a question, and headings of prose, come back as they were', () => {
  const draft = {
    ...validDraft,
    openQuestions: ['None.', '~~a~~ RESOLVED'].map((question) => ({ question, answer: null })),
    prose: { ...validDraft.prose, diagram: '#### Open Questions\n\n- [ ] x' },
  };
  assert.deepEqual(readDraft(parseLld(renderLld(draft))), draft);
});

test('a path loses the backticks around it', () => {
  const files = [{ path: '`` `a`.ts `', change: 'Add', description: '' }];
  assert.equal(readDraft(parseLld(renderLld({ ...validDraft, files }))).files[0]?.path, 'a`.ts');
});

test('spaces that only backticks kept apart become one, when these are gone', () => {
  const files = [{ path: '```- [x] \r|`', change: 'Add', description: '' }];
  assert.equal(readDraft(parseLld(renderLld({ ...validDraft, files }))).files[0]?.path, '- [x] |');
});

test('the original issue ends the document verbatim, whatever it holds', () => {
  fc.assert(
    fc.property(hostileText, (originalIssue) => {
      const text = renderLld({ ...validDraft, originalIssue });
      assert.ok(text.endsWith(`\n${originalIssue}`));
      assert.equal(parseLld(text).originalIssue?.text, originalIssue);
    }),
  );
});

test('headings in prose are pushed below the sections and open blocks are closed', () => {
  const prose = { ...validDraft.prose, diagram: '# A\n\nB\n===\n\n~~~~ts\n## not a heading' };
  const { diagram } = readDraft(parseLld(renderLld({ ...validDraft, prose }))).prose;
  assert.equal(diagram, '#### A\n\n#### B\n\n~~~~ts\n## not a heading\n~~~~');
});

test('a draft of something that is no issue id is refused', () => {
  for (const issue of ['', 'two words', '007', '1\n2', '../1', 'a.b']) {
    assert.throws(() => renderLld({ ...validDraft, issue }), { code: 'ID_UNSAFE' });
  }
});
