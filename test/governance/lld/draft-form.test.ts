import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type DraftContent,
  draftSchema,
  makeDraft,
  pickContent,
  readDraftContent,
} from '../../../src/governance/lld/draft-form.ts';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../../src/governance/lld/render-lld.ts';
import { changeTypeOf, scenarioTypes } from '../../../src/governance/lld/template.ts';
import { someRuns } from '../../needs.ts';
import { anyDraft, validDraft } from './drafts.ts';
import { readDraft } from './read-draft.ts';

function read(reply: string): DraftContent {
  const reading = readDraftContent(reply);
  assert.ok('content' in reading, JSON.stringify(reading));
  return reading.content;
}

test('the content of a draft goes to a reply and back, and becomes the same document', () => {
  const content = read(JSON.stringify(pickContent(validDraft)));
  const draft = makeDraft(content, validDraft);
  assert.deepEqual(draft, { ...validDraft, header: null, reviewLog: '', originalIssue: null });
  assert.deepEqual(readDraft(parseLld(renderLld(draft))), draft);
});

test('the schema knows the change types and scenario types that the checks know', () => {
  const { files, scenarios } = draftSchema.shape;
  const changes = Object.values(files._zod.def.out._zod.def.element.shape.change._zod.def.out._zod.def.entries);
  assert.deepEqual(changes.map(changeTypeOf), changes);
  assert.equal(changes.length, 3);
  assert.deepEqual(
    Object.values(scenarios._zod.def.out._zod.def.element.shape.type._zod.def.out._zod.def.entries),
    scenarioTypes,
  );
});

test('numbers may come as names, and words in another letter case: nobody is asked again for that', () => {
  const content = pickContent(validDraft);
  const [scenario, file] = [content.scenarios[0], content.files[0]];
  const sloppy = {
    ...content,
    files: [{ ...file, change: 'ADD' }],
    scenarios: [{ ...scenario, type: 'auto-live', requirements: ['REQ-1', '2', ' req 03 ', '#4', 5] }],
  };
  assert.deepEqual(readDraftContent(JSON.stringify(sloppy)), {
    content: {
      ...content,
      files: [{ ...file, change: 'Add' }],
      scenarios: [{ ...scenario, type: 'Auto-Live', requirements: [1, 2, 3, 4, 5] }],
    },
  });
  for (const number of ['', '-1', '1.5', 'REQ-1.2', 'REQ-', 'REQ-1, REQ-2', null, [1]]) {
    const reply = { ...content, scenarios: [{ ...scenario, requirements: [number] }] };
    assert.ok('reason' in readDraftContent(JSON.stringify(reply)), String(number));
  }
});

test('a reply that lacks something or says something else is refused at its place', () => {
  const content = pickContent(validDraft);
  const wrong: [object, RegExp][] = [
    [{ ...content, objective: undefined }, /at objective/],
    [
      { ...content, files: [{ ...content.files[0], change: 'Rename' }] },
      /at files\.0\.change: it is none of Add, Modify, Delete/,
    ],
    [
      { ...content, scenarios: [{ ...content.scenarios[0], requirements: ['REQ-1b'] }] },
      /at scenarios\.0\.requirements\.0/,
    ],
    [{ ...content, prose: { ...content.prose, diagram: null } }, /at prose\.diagram/],
  ];
  for (const [reply, reason] of wrong) {
    const reading = readDraftContent(JSON.stringify(reply));
    assert.ok('reason' in reading);
    assert.match(reading.reason, reason);
  }
});

test('status, header and what else is ours cannot come from a reply', () => {
  const reply = {
    ...pickContent(validDraft),
    status: 'Approved',
    header: { status: 'APPROVED' },
    issue: '1',
    title: 'x',
    reviewLog: 'APPROVED',
  };
  const draft = makeDraft(read(JSON.stringify(reply)), { issue: '42', title: 'T' });
  assert.deepEqual(
    [draft.issue, draft.title, draft.status, draft.header, draft.reviewLog],
    ['42', 'T', 'Draft', null, ''],
  );
});

test('a label that we write ourselves is not written twice; another one is the text of the requirement', () => {
  const requirements = ['REQ-1: a', '(REQ-2) b', 'REQ-03 - c', 'REQ-3: d', 'REQ-5 and REQ-1 hold', 'e'];
  const draft = makeDraft({ ...read(JSON.stringify(pickContent(validDraft))), requirements }, validDraft);
  assert.deepEqual(draft.requirements, ['a', 'b', 'c', 'REQ-3: d', 'REQ-5 and REQ-1 hold', 'e']);
});

test('no content that the schema takes can leave its place in the document', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const reading = readDraftContent(
        JSON.stringify({
          ...pickContent(draft),
          files: draft.files.map((file) => ({ ...file, change: 'Add' })),
          scenarios: draft.scenarios.map((one) => ({ ...one, type: 'Auto', requirements: [1] })),
        }),
      );
      assert.ok('content' in reading);
      const { title, sections, header } = parseLld(renderLld(makeDraft(reading.content, { issue: '7', title: 'T' })));
      assert.equal(title?.text, 'T');
      assert.equal(header, null);
      assert.deepEqual(
        sections.map(({ number }) => number),
        Array.from({ length: 12 }, (_, at) => `${at + 1}`),
      );
    }),
    { numRuns: someRuns(200) },
  );
});
