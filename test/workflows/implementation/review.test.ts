import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweep } from '../../needs.ts';
import { Parked } from '../memory-context.ts';
import { Bench, evidenceOf, goodCode, type Turn, writesCode, writesTests } from './bench.ts';

const reviewer = 'scripted:review.json';

function open(reviews: readonly object[], implement: readonly Turn[]): Bench {
  const bench = new Bench({ 'write-tests': [writesTests], implement });
  const script = { schemaVersion: 1, ledger: 'ledger', tasks: { 137: { 'review-code': reviews } } };
  bench.workspace.write({ 'review.json': JSON.stringify(script) });
  return bench;
}

const renamed: Turn = { files: { 'src/sum.js': goodCode.replaceAll('total', 'whole') } };

test('what a reviewer finds is mended, proved green again, and reviewed again', async () => {
  using bench = open([{ answer: 'REVISE' }, { answer: 'APPROVED' }], [writesCode, renamed]);
  const { end, context } = await bench.run({}, { reviewer });
  const evidence = evidenceOf({ end });
  assert.deepEqual(
    evidence.reviews.map(({ verdict }) => verdict),
    ['REVISE', 'APPROVED'],
  );
  assert.match(bench.show('src/sum.js'), /whole/);
  assert.ok(evidence.reviews.at(-1)?.commit === evidence.tested.commit);
  const pages = [...context.files.keys()].filter((path) => path.endsWith('verdict.md'));
  assert.equal(pages.length, 2);
});

sweep('a reviewer who says no to the end rejects the task; the work stays on its branch', async () => {
  using bench = open([{ answer: 'REVISE' }, { answer: 'REVISE' }], [writesCode, renamed]);
  const { end } = await bench.run({}, { reviewer, maxIterations: 2 });
  assert.equal(end.kind, 'rejected');
  assert.match(end.kind === 'rejected' ? end.reason : '', /not approved in 2 reviews \(the limit of 2 is reached\)/);
  assert.match(bench.show('src/sum.js'), /whole/);
  assert.equal(bench.git('worktree', 'list').split('\n').length, 1);
});

test('an agent that answers a review with nothing ends the task', async () => {
  using bench = open([{ answer: 'REVISE' }], [writesCode, {}]);
  const { end } = await bench.run({}, { reviewer });
  assert.match(end.kind === 'rejected' ? end.reason : '', /nothing was changed in answer/);
});

test('a note of a person is answered, also when the limit is reached', async () => {
  using bench = open([{ answer: 'APPROVED' }, { answer: 'APPROVED' }], [writesCode, renamed]);
  const answers = [
    { answer: 'reject', note: 'Call it whole' },
    { answer: 'approve', note: null },
  ] as const;
  const { end } = await bench.run({ answers }, { reviewer, gate: 'verdict', maxIterations: 1 });
  assert.equal(evidenceOf({ end }).reviews.length, 2);
});

sweep('what only a person can decide waits for a person', async () => {
  using bench = open([{ answer: 'DISCUSS' }, { answer: 'APPROVED' }], [writesCode, renamed]);
  await assert.rejects(bench.run({}, { reviewer }), Parked);
  using other = open([{ answer: 'DISCUSS' }, { answer: 'APPROVED' }], [writesCode, renamed]);
  const answers = [
    { answer: 'reject', note: 'Call it whole' },
    { answer: 'approve', note: null },
  ] as const;
  const { end, context } = await other.run({ answers }, { reviewer, gate: 'verdict' });
  assert.deepEqual(
    evidenceOf({ end }).reviews.map(({ person }) => person),
    answers,
  );
  assert.match(
    other.show('docs/reports/137/implementation-report.md'),
    /A person said: \*\*reject\*\*\. Call it whole/,
  );
  assert.match(other.jobs[2]?.instructions ?? '', /A person decided: Call it whole/);
  assert.match(context.questions[1] ?? '', /The reviewer approves branch agentos\/137/);
});
