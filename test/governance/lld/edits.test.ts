import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LldSection } from '../../../src/governance/lld/document.ts';
import { applyEdits, type Edit, readEdits } from '../../../src/governance/lld/edits.ts';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../../src/governance/lld/render-lld.ts';
import { hostileText, validDraft } from './drafts.ts';

const text = renderLld(validDraft);

function edit(section: string, find: string | null, replace: string): Edit {
  return { answers: [1], section, find, replace };
}

/** The one edit applied; fails if it was not. */
function apply(source: string, one: Edit): string {
  const { text: edited, applied, failed } = applyEdits(source, [one]);
  assert.deepEqual(failed, []);
  assert.equal(applied.length, 1);
  return edited;
}

function refusal(source: string, one: Edit): string {
  const { text: edited, applied, failed } = applyEdits(source, [one]);
  assert.equal(edited, source);
  assert.deepEqual(applied, []);
  assert.equal(failed[0]?.edit, one);
  return failed[0]?.reason ?? '';
}

test('an edit changes the words that it finds, and nothing else', () => {
  const edited = apply(text, edit('8', 'One pass', 'Two passes'));
  assert.equal(edited, text.replace('One pass', 'Two passes'));
});

test('without a text to find the body of a section is replaced, between its blank lines', () => {
  assert.equal(
    apply(text, edit('6', null, '\n\nNone.\n\n')),
    text.replace('One call; a drawing adds nothing.', 'None.'),
  );
  const lead = apply(text, edit('2', null, 'In short: a planner.'));
  assert.equal(lead, text.replace('## 2. Proposed Changes\n', '## 2. Proposed Changes\n\nIn short: a planner.\n'));
});

test('a section may be named as people name it', () => {
  const title = 'Performance & Cost Considerations';
  for (const name of ['8', '8.', '§8', 'Section 8', `## 8. ${title}`, '8 Performance', title]) {
    assert.equal(apply(text, edit(name, 'One pass', 'X')), text.replace('One pass', 'X'), name);
  }
  for (const name of ['2.7', '§ 2.7', '### 2.7 Architecture Decisions', 'section 2.7']) {
    assert.match(apply(text, edit(name, 'JSON, text', 'X')), /\| Output \| X \|/, name);
  }
});

test('what stands below section 1 without a number is found there, or by its title', () => {
  const question = '- [x] Is the output for people or for machines?';
  for (const name of ['1', 'Open Questions', '### Open Questions', '1. Open Questions']) {
    assert.equal(apply(text, edit(name, question, '- [x] For whom?')), text.replace(question, '- [x] For whom?'), name);
  }
  const { text: edited, applied } = applyEdits(text, [edit('Open Questions', null, 'None.')]);
  assert.deepEqual(parseLld(edited).openQuestions, []);
  assert.equal(parseLld(edited).context.objective?.value, validDraft.objective);
  assert.equal(applied[0]?.section, '1');
});

test('what stands in a subsection is found by the number of the section around it', () => {
  const { text: edited, applied, failed } = applyEdits(text, [edit('10', 'Three lines', '3 lines')]);
  assert.deepEqual(failed, []);
  assert.equal(edited, text.replace('Three lines', '3 lines'));
  assert.deepEqual(
    applied.map(({ section }) => section),
    ['10.1'],
  );
  assert.match(refusal(text, edit('2', 'src/import/dry-run.ts', 'x')), /stands 2 times in this section: give more/);
  const led = text.replace('## 2. Proposed Changes\n', '## 2. Proposed Changes\n\nNo new package.\n');
  const own = led.replace('No new package.', 'None.');
  assert.equal(apply(led, edit('2', 'No new package.', 'None.')), own, 'its own words come first');
});

test('white space that differs still finds its place', () => {
  const find = '1. Read the rows.  \r\n2. Ask the service,\n   with a timeout';
  assert.match(
    apply(text, edit('2.5', find, '1. Ask once, with a timeout')),
    /\n1\. Ask once, with a timeout of 30 s and/,
  );
  const windows = text.replaceAll('\n', '\r\n');
  const edited = apply(windows, edit('2.5', '1. Read the rows.\n2. Ask', '1. Read.\n2. Ask'));
  assert.equal(edited, windows.replace('Read the rows.', 'Read.'));
});

test('signs of typesetters are found by those of a keyboard', () => {
  const french = text.replace('One pass', 'Délai\u202f: 10\u00a0ms, l’“aller\u2011retour”');
  const find = `Délai : 10 ms, l'"aller-retour"`;
  assert.equal(apply(french, edit('8', find, 'One pass')), text);
  assert.match(refusal(french.replace('Délai', `${find}. Délai`), edit('8', '10\u2009ms', 'x')), /stands 2 times/);
});

test('letters whose accents stand apart are found by whole ones, and the other way round', () => {
  for (const words of ['Größe für Käufer', '읽기 파일', 'क़लम x\u0302 é']) {
    const [apart, whole] = [words.normalize('NFD'), words.normalize('NFC')];
    for (const [written, find] of [
      [apart, whole],
      [whole, apart],
      [apart, apart],
    ] as const) {
      const foreign = text.replace('One pass', `e\u0301 ${written}\r\n é`);
      assert.equal(apply(foreign, edit('8', `e\u0301 ${find} é`, 'One pass')), text, words);
    }
  }
  assert.match(refusal(text.replace('One pass', 'cafe\u0301'), edit('8', 'cafe!', 'x')), /does not stand/);
});

test('a hidden character is found by its escape, as prompts show it, and stays one', () => {
  const persian = text.replace('One pass', 'می\u200cخواهم \u{e0041}');
  const asShown = 'می\\u200cخواهم \\udb40\\udc41';
  assert.equal(apply(persian, edit('8', asShown, 'One pass')), text);
  assert.equal(apply(persian, edit('8', asShown, 'نمی\\u200cخواهم')), text.replace('One pass', 'نمی\u200cخواهم'));
  assert.match(apply(persian, edit('8', null, 'A می\\u200cخواهم and \\u200d.')), /\nA می\u200cخواهم and \\u200d\.\n/);
  const both = text.replace('One pass', 'The escape \\u200c stands for \u200c');
  assert.equal(
    apply(both, edit('8', 'The escape \\u200c', 'It \\u200c')),
    both.replace('The escape', 'It'),
    'who holds both is quoted word for word',
  );
});

test('edits are made in order, each on what the one before left', () => {
  const { text: edited, applied } = applyEdits(text, [
    edit('6', null, 'alpha beta'),
    edit('8', 'One pass', 'Two passes'),
    edit('6', 'beta', 'gamma'),
  ]);
  assert.match(edited, /## 6\. Diagram\n\nalpha gamma\n\n## 7/);
  assert.deepEqual(
    applied.map(({ section, before, after }) => [section, before, after]),
    [
      ['6', 'One call; a drawing adds nothing.', 'alpha beta'],
      ['8', 'One pass over the rows.', 'Two passes over the rows.'],
      ['6', 'alpha beta', 'alpha gamma'],
    ],
  );
});

test('a line that is taken out goes with its end, so that its table stays one table', () => {
  const edited = apply(text, edit('2.1', '| `src/import/command.ts` | Modify | Takes `--dry-run` \\| `-n` |', ''));
  assert.deepEqual(
    parseLld(edited).files.map(({ path }) => path),
    ['src/import/dry-run.ts', 'src/import/legacy.ts'],
  );
});

const refused: Record<string, [Edit, RegExp]> = {
  'a section that is not there': [edit('9.9', 'x', 'y'), /no section "9\.9": name one of 1, "Open Questions", 2, 2\.1/],
  'two sections at once': [edit('2.1, 3', 'x', 'y'), /no section/],
  'the title': [edit('42 - Add a dry run to the import command', 'Add', 'x'), /no section/],
  'the header': [edit('LLD Finalized', 'APPROVED', 'x'), /no section/],
  'the review log': [edit('Appendix: Review Log', 'TODO', 'x'), /no section/],
  'the original issue': [edit('Original Issue #42', 'TODO', 'x'), /no section/],
  'words that are not there': [
    edit('8', 'One pass over all rows of', 'x'),
    /closest line is "One pass over the rows\."/,
  ],
  'words of another section': [edit('8', 'Three rows, written by hand', 'x'), /does not stand in this section/],
  'words that stand there twice': [edit('2.5', ' the ', ' a '), /stands 3 times in this section: give more/],
  'no words': [edit('8', ' \n', 'x'), /holds no words/],
  'a heading to find': [edit('6', '## 6. Diagram\n\nOne call', 'x'), /may hold no heading/],
  'a heading of a section': [
    edit('6', null, 'a\n\n## 7. More\n\nb'),
    /heading "7\. More": inside a section headings begin at level 4/,
  ],
  'a subsection': [edit('6', 'One call', '### 6.1 x\n'), /would make the heading "6\.1 x/],
  'a second title': [edit('6', null, 'Title\n===\n'), /would make the heading "Title"/],
  'an underlined heading': [edit('6', 'One call; a drawing adds nothing.', 'a\n---\nb'), /would make the heading "a"/],
  'an open fence': [edit('6', null, '```mermaid\ngraph'), /leaves a code fence/],
  'an open comment': [edit('8', null, 'a <b>\n\n<!-- '), /leaves a code fence, a comment/],
  'a forged section behind a comment': [
    edit('6', null, 'a\n\n## 7. Security & Safety Considerations\n\nb\n\n<!--'),
    /leaves a code fence, a comment/,
  ],
  'a fence that loses its end': [edit('2.3', 'path: string }\n```', 'path: string }'), /leaves a code fence/],
  'an empty section': [edit('6', null, ' \n'), /leave the section empty/],
  'the last words of a section': [edit('6', 'One call; a drawing adds nothing.', ''), /leave the section empty/],
  'what is there already': [edit('6', 'One call', 'One call'), /changes nothing/],
};

for (const [what, [one, reason]] of Object.entries(refused)) {
  test(`an edit of ${what} is left out, with a reason`, () => {
    assert.match(refusal(text, one), reason);
  });
}

test('an edit that cannot be made does not keep the others from being made', () => {
  const bad = edit('8', 'nowhere', 'x');
  const { text: edited, applied, failed } = applyEdits(text, [edit('6', null, 'A.'), bad, edit('9', null, 'B.')]);
  assert.deepEqual(
    applied.map(({ section }) => section),
    ['6', '9'],
  );
  assert.deepEqual(
    failed.map((one) => one.edit),
    [bad],
  );
  assert.equal(edited, text.replace('One call; a drawing adds nothing.', 'A.').replace('No personal data.', 'B.'));
});

test('headings below the sections, and lines of code that look like one, may come and go', () => {
  const body = '#### Steps\n\n```bash\n# install\nnpm ci\n```\n\n> ## quoted';
  const once = apply(text, edit('6', null, body));
  assert.match(apply(once, edit('6', '# install\nnpm ci', '# test\nnpm test')), /\n# test\nnpm test\n/);
});

test('a section whose text runs up to the next heading stays apart from it', () => {
  const tight = '# 1 - T\n## 1. A\ntext\n## 2. B\nmore';
  assert.equal(apply(tight, edit('1', 'text\n', 'word')), '# 1 - T\n## 1. A\nword\n## 2. B\nmore');
  assert.equal(apply(tight, edit('2', null, 'less')), '# 1 - T\n## 1. A\ntext\n## 2. B\nless');
  assert.equal(apply('# 1 - T\n## 1. A', edit('1', null, 'x')), '# 1 - T\n## 1. A\nx\n\n');
  assert.match(refusal('## 1. A\n```\nx\n```\nB\n---\n', edit('1', null, 'y')), /runs into the next heading/);
});

test('the only place is meant, not the first of two sections with one number', () => {
  const twice = '# 1 - T\n\n## 3. A\n\nx y\n\n## 3. B\n\nx z\n';
  assert.equal(apply(twice, edit('3', 'x z', 'w')), twice.replace('x z', 'w'));
  assert.match(refusal(twice, edit('3', 'x', 'w')), /stands 2 times/);
  assert.match(refusal(twice, edit('3', null, 'w')), /more than once/);
});

test('no edits leave every byte as it is', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.constant(text), fc.string({ unit: 'binary' })), (source) => {
      assert.deepEqual(applyEdits(source, []), { text: source, applied: [], failed: [] });
    }),
  );
});

const numbers = ['1', '2', '2.1', '2.5', '3', '6', '7', '10', '10.1', '11', '12', 'Open Questions', '99'];
const anyEdit: fc.Arbitrary<Edit> = fc.record({
  answers: fc.constant([1]),
  section: fc.constantFrom(...numbers),
  find: fc.option(fc.oneof(hostileText, fc.constantFrom('the', '|', 'Nothing is written.', '1. ', '\n', 'a'))),
  replace: hostileText,
});

/** Every section as a name with its own body. */
function bodies(sections: readonly LldSection[]): [string, string][] {
  return sections.flatMap(({ number, title, body, subsections }): [string, string][] => [
    [`${number} ${title}`, body],
    ...bodies(subsections),
  ]);
}

test('whatever edits say, only bodies of the sections that they name differ afterwards', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 5 }), fc.boolean(), (edits, isWindows) => {
      const source = isWindows ? text.replaceAll('\n', '\r\n') : text;
      const { text: edited, applied, failed } = applyEdits(source, edits);
      assert.equal(applied.length + failed.length, edits.length);
      const [before, after] = [parseLld(source), parseLld(edited)];
      assert.deepEqual([after.header, after.title?.text], [before.header, before.title?.text]);
      assert.equal(after.appendix?.text, before.appendix?.text);
      assert.equal(after.originalIssue?.text, before.originalIssue?.text);
      const touched = new Set(applied.map(({ section }) => section));
      const changed = bodies(before.sections).filter(([name, body], at) => {
        const [newName, newBody] = bodies(after.sections)[at] ?? [];
        assert.equal(newName, name);
        return newBody !== body;
      });
      for (const [name] of changed) {
        assert.ok(
          [...touched].some(
            (section) => name.startsWith(`${section} `) || (section === '1' && name.startsWith('null ')),
          ),
          name,
        );
      }
      assert.equal(bodies(after.sections).length, bodies(before.sections).length);
      if (applied.length === 0) assert.equal(edited, source);
    }),
    { numRuns: 250 },
  );
});

test('the text outside a body that was edited is the same, byte for byte', () => {
  const at = text.indexOf('One call');
  const end = text.indexOf('\n\n## 7.');
  fc.assert(
    fc.property(hostileText, (replace) => {
      const { text: edited } = applyEdits(text, [edit('6', null, replace)]);
      assert.ok(edited.startsWith(text.slice(0, at)) && edited.endsWith(text.slice(end)));
    }),
  );
});

test('a reply with edits is read, and a wrong one refused at its place', () => {
  const revision = { edits: [edit('6', null, 'x')], declined: [{ finding: 2, reason: 'It is wrong' }] };
  assert.deepEqual(readEdits(JSON.stringify(revision)), { revision });
  const wrong = { ...revision, edits: [{ ...revision.edits[0], answers: 'all' }] };
  const reading = readEdits(JSON.stringify(wrong));
  assert.ok('reason' in reading && /at edits\.0\.answers/.test(reading.reason));
  const many = readEdits(JSON.stringify({ edits: Array(101).fill(edit('6', null, 'x')), declined: [] }));
  assert.ok('reason' in many && /edits: it has more than 100 items/.test(many.reason));
});

test('a body is judged by what all edits make of it; only if that is wrong are they gone through one by one', () => {
  const both = applyEdits(text, [
    edit('6', 'One call', '```\nOne call'),
    edit('6', 'adds nothing.', 'adds nothing.\n```'),
  ]);
  assert.deepEqual([both.applied.length, both.failed], [2, []]);
  const open = edit('6', 'One call', '```\nOne call');
  const { applied, failed } = applyEdits(text, [open, edit('6', 'a drawing', 'a picture'), edit('8', 'One pass', 'x')]);
  assert.deepEqual(
    [applied.map(({ after }) => after), failed.map((one) => one.edit)],
    [['One call; a picture adds nothing.', 'x over the rows.'], [open]],
  );
});

test('a hundred edits of a long section cost one reading of it', () => {
  const names = Array.from({ length: 100 }, (_, at) => `mark${at} x`);
  const long = apply(text, edit('6', null, `${names.join('\n\n')}\n\n${'- a word and more\n'.repeat(40_000)}`));
  const before = process.cpuUsage();
  const { applied } = applyEdits(
    long,
    names.map((name) => edit('6', name, name.toUpperCase())),
  );
  const { user } = process.cpuUsage(before);
  assert.equal(applied.length, 100);
  assert.ok(user < 15_000_000, `took ${user} µs`);
});

test('no edit makes a document longer than anybody reads', () => {
  assert.match(refusal(text, edit('6', null, 'word '.repeat(220_000))), /longer than 1048576 characters/);
});

test('edits of a section of a megabyte take no longer than its length asks for', () => {
  const long = apply(text, edit('6', null, 'a word and more\n'.repeat(60_000)));
  for (const find of ['a word', 'nowhere to be found', 'a  word', 'a'.repeat(100_000)]) {
    assert.match(refusal(long, edit('6', find, 'x')), /stands 50 times or more|does not stand/);
  }
  assert.match(apply(long, edit('6', null, '<!-- -->'.repeat(1000))), /<!-- -->/);
});
