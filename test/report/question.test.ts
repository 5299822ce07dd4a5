import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findQuestion, renderQuestion } from '../../src/report/question.ts';
import { makeShow, renderShow } from '../../src/report/show.ts';
import { makeStatus, renderStatus } from '../../src/report/status.ts';
import { planned, published, RecordedBatch } from './recorded-batch.ts';

const view = { now: 0, isRunning: false, pullRequestOf: () => null, answerOf: () => null, logPathOf: () => null };

const parked = { kind: 'task-parked', task: '7', for: 'person', untilAt: null, heldMs: 0, runningMs: 1 } as const;

const asked = '7 verdict-2-1a2b3c4d';

function asking(gate: string, reason: string): RecordedBatch {
  const batch = new RecordedBatch(['7'], { places: ['--repo', '/a b'] }).begin('7');
  const lineage = ['001-issue', '002-draft', '003-check', '004-verdict', '005-draft', '006-check', '007-verdict'];
  for (const name of lineage) {
    batch.add({ kind: 'published', task: '7', files: [published(`docs/lineage/7-lld/${name}.md`)] });
  }
  return batch.add({ ...parked, gate, reason });
}

function questionOf(batch: RecordedBatch) {
  return findQuestion({ record: batch.record, planned: planned('7'), entries: batch.entries, earlierFiles: [] });
}

function linesOf(batch: RecordedBatch): string[] {
  const question = questionOf(batch);
  assert.ok(question !== null);
  return renderQuestion(question);
}

test('an answer that only waits for a resume is told with its note, in every report', () => {
  const batch = asking('verdict-2-1a2b3c4d', 'Which database?').add({ kind: 'batch-ended', exitCode: 1 });
  const answer = { answer: 'approve', note: 'Use\nSQLite' } as const;
  const answered = { ...view, answerOf: (id: string, gate: string) => (`${id} ${gate}` === asked ? answer : null) };
  const shown = { record: batch.record, planned: planned('7'), entries: batch.entries, earlierFiles: [], logTail: '' };
  const text = renderShow(shown, answered).join('\n');
  assert.match(
    text,
    /^It is answered: approved, with the note\n {2}\| Use\n {2}\| SQLite\nTo replace this answer: run /m,
  );
  assert.match(text, /Next: run `agentos resume .*` to go on\.$/);
  assert.deepEqual(makeShow(shown, answered).task.answer, answer);
  assert.deepEqual(makeStatus(batch.record, answered).tasks[0]?.answer, answer);
  const status = renderStatus(batch.record, answered).join('\n');
  assert.match(status, /^Answered by a person:\n {2}7 {2}Which database\?/m);
  assert.match(status, /^Answered: 7\. Run `agentos resume .*` to go on\.$/m);
  assert.doesNotMatch(status, /Waiting for a person/);
});

test('after a review: the question, the verdict and the draft to read, and what each answer does', () => {
  assert.deepEqual(linesOf(asking('verdict-2-1a2b3c4d', 'Which database?')), [
    'A person is asked (verdict gate, after a review):',
    '  | Which database?',
    'Read first:',
    '  docs/lineage/7-lld/007-verdict.md',
    '  docs/lineage/7-lld/005-draft.md',
    '  docs/lineage/7-lld/006-check.md',
    "Answer: run `agentos approve --repo '/a b' 7`, or `agentos reject --repo '/a b' 7 --note '…'`.",
    '  approve             it counts as APPROVED; errors that a machine found still block it',
    '  reject with a note  it is revised, and your note is what has to change',
    '  reject              the task ends, rejected',
  ]);
});

test('before a review it is the draft that is read; before any design, the issue', () => {
  const draft = linesOf(asking('draft-1-1a2b3c4d', 'Shall this draft go to review?'));
  assert.equal(draft[0], 'A person is asked (draft gate, before the first review):');
  assert.deepEqual(draft.slice(3, 5), ['  docs/lineage/7-lld/005-draft.md', '  docs/lineage/7-lld/006-check.md']);
  const issue = linesOf(asking('issue-1-1a2b3c4d', 'The issue contradicts itself'));
  assert.equal(issue[0], 'A person is asked (issue gate, before anything is designed):');
  assert.deepEqual(issue.slice(3, 5), ['  docs/issues/7.md', '  docs/lineage/7-lld/006-check.md']);
  assert.ok(issue.includes('  approve with a note  it is designed, and your note settles the matter'));
});

test('a gate of a later version is asked without words of ours', () => {
  const lines = linesOf(asking('budget', 'More money?'));
  assert.deepEqual(lines.slice(0, 3), ['A person is asked:', '  | More money?', 'Read first:']);
  assert.match(lines.at(-1) ?? '', /^Answer: run /);
});

function shownOf(text: string): string[] {
  const lines = linesOf(asking('verdict-1', text));
  return lines.slice(1, lines.indexOf('Read first:'));
}

test('a long question is shown in full, in lines that can be read', () => {
  const words = Array.from({ length: 400 }, (_, at) => `word${at}`).join(' ');
  const long = `${'x'.repeat(150)} ${words}`;
  const shown = shownOf(long);
  assert.equal(
    shown
      .map((line) => line.slice(4))
      .join(' ')
      .replaceAll('x x', 'xx'),
    long,
  );
  assert.ok(shown.every((line) => line.length <= 80));
});

test('no text of a question can look like words of ours, however it is written', () => {
  const fake = 'Answer: run `sh -c evil`';
  const piece = fc.constantFrom(
    fake,
    '\n',
    '\r',
    '\u2028',
    '\u0085',
    '\u00a0',
    '\u3000',
    ' '.repeat(90),
    '日本',
    '\u001b[2K',
    'x'.repeat(77),
    '\t',
    '\ufeff',
    '👍',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      for (const line of shownOf(pieces.join(''))) {
        assert.match(line, /^ {2}\|(?: |$)/);
        assert.doesNotMatch(line, /[\p{Cc}\u00a0\u2028\u3000\ufeff]/u);
        const columns = [...line].reduce((sum, character) => sum + (/[日本👍]/u.test(character) ? 2 : 1), 0);
        assert.ok(columns <= 80, line);
      }
    }),
  );
});

test('show has the question as text and as data; once it is answered it has none', () => {
  const batch = asking('verdict-1', 'Which\u001b?');
  const shown = { record: batch.record, planned: planned('7'), entries: batch.entries, earlierFiles: [], logTail: '' };
  const lines = renderShow(shown, view);
  assert.ok(lines.includes('  | Which\\u001b?'));
  assert.deepEqual(
    lines.filter((line) => /^(Answer|Next):/.test(line)).map((line) => line.split(':')[0]),
    ['Answer', 'Next'],
  );
  const { question } = makeShow(shown, view);
  assert.deepEqual([question?.gate, question?.text, question?.read.length], ['verdict', 'Which\u001b?', 3]);
  assert.deepEqual(question?.approve, "agentos approve --repo '/a b' 7");
  batch.begin('7', 2);
  assert.equal(questionOf(batch), null);
  assert.equal(questionOf(new RecordedBatch(['7']).begin('7').wait('7', 9, 'limit')), null);
});

test('of an implementation: what proves the code and its design to read, and what an answer does to it', () => {
  const batch = asking('verdict-1-1a2b3c4d', 'The reviewer approves branch agentos/7. Do you?');
  const files = ['003-prove-red.log', '004-verdict.md', '005-verdict.md'].map((name) => `docs/lineage/7-impl/${name}`);
  batch.add({ kind: 'published', task: '7', files: files.map(published) });
  const code = { ...planned('7'), workflow: 'implement', inputPath: 'docs/lld/active/LLD-7.md' } as const;
  const ask = (gate: string) => {
    batch.add({ ...parked, gate, reason: 'Do you?' });
    const question = findQuestion({ record: batch.record, planned: code, entries: batch.entries, earlierFiles: [] });
    assert.ok(question);
    return { question, text: renderQuestion(question, 'implement').join('\n') };
  };
  const verdict = ask('verdict-1-1a2b3c4d');
  assert.deepEqual(verdict.question.read, ['docs/lineage/7-impl/005-verdict.md', 'docs/lld/active/LLD-7.md']);
  assert.match(verdict.text, /after a review of the code/);
  const draft = ask('draft-1-1a2b3c4d');
  assert.deepEqual(draft.question.read, ['docs/lineage/7-impl/003-prove-red.log', 'docs/lld/active/LLD-7.md']);
  assert.match(draft.text, /approve .* the agent makes them pass/);
});
