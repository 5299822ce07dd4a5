import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PersonsAnswer } from '../../../src/model/persons-answer.ts';
import { runRequirements } from '../../../src/workflows/requirements/workflow.ts';
import { MemoryContext, Refused } from '../memory-context.ts';
import { Bench, outputPath } from './bench.ts';
import { plainMachine } from './plain-machine.ts';

/** One of everything: refusals, unreadable replies, revisions, a person, an edited design in the place of the result. */
const eventful = {
  137: {
    draft: [{ text: '' }, [{ refuse: 'limit', retryAfterMs: 1 }, { refuse: 'network' }, {}]],
    revise: [{ edit: [{ find: 'The issue sets no budget.', replace: 'The budget is 5 s.' }] }, { truncate: 50 }, {}],
    review: [{ answer: 'REVISE' }, { malformed: true }, { answer: 'DISCUSS' }, { answer: 'APPROVED' }],
  },
};
const answers: PersonsAnswer[] = [{ answer: 'reject', note: 'Use JSON' }];

test('a task that goes on after any of its steps ends the same, with the same files, and repeats no call', async () => {
  using bench = new Bench(eventful);
  bench.write({ [outputPath]: 'edited by hand' });
  const whole = await bench.run({ answers });
  assert.equal(whole.end.kind, 'done');
  const calls = bench.ledger.length;
  for (let kept = 0; kept <= whole.context.memos.length; kept += 1) {
    const memos = whole.context.memos.slice(0, kept);
    const again = await bench.run({ answers, memos });
    assert.deepEqual(again.end, whole.end, `after ${kept} steps`);
    assert.deepEqual(again.files, whole.files, `after ${kept} steps`);
    assert.deepEqual(again.context.done, whole.context.done.slice(kept), `after ${kept} steps`);
  }
  const last = await bench.run({ answers, memos: whole.context.memos });
  assert.deepEqual(last.context.done, []);
  assert.ok(calls > 8);
});

test('a rejected task goes on from any step of its retry with the same end', async () => {
  using bench = new Bench({ 137: { review: [{ answer: 'REVISE' }, { answer: 'REVISE' }, { answer: 'APPROVED' }] } });
  const first = await bench.run({}, { maxIterations: 2 });
  const memos = first.context.memos;
  const whole = await bench.run({ memos }, { earlierRounds: 2 });
  assert.equal(whole.end.kind, 'done');
  for (let kept = memos.length; kept <= whole.context.memos.length; kept += 1) {
    const again = await bench.run({ memos: whole.context.memos.slice(0, kept) }, { earlierRounds: 2 });
    assert.deepEqual([again.end, again.files], [whole.end, whole.files], `after ${kept} steps`);
  }
});

test('a refusal that no waiting helps ends the task', async () => {
  using bench = new Bench({ 137: { review: [{ refuse: 'auth', message: 'bad key' }] } });
  await assert.rejects(bench.run(), (error) => error instanceof Refused && error.failure.code === 'auth');
});

test('a crash is noted before it happens: the next attempt plays the next try', async () => {
  using bench = new Bench({ 137: { draft: [[{ crash: 'throw' }, {}]] } });
  const first = new MemoryContext();
  await assert.rejects(runRequirements(first, bench.order, plainMachine(first)), /the script says so/);
  const { end } = await bench.run({ memos: first.memos });
  assert.equal(end.kind, 'done');
  assert.deepEqual(bench.ledger.slice(0, 2), ['137 draft 1 1', '137 draft 1 2']);
});
