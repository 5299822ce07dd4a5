import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry, TaskEvent } from '../../src/model/event.ts';
import { KnownTasks, Stretch } from '../../src/model/known-tasks.ts';

const stamp = { schemaVersion: 1, sequence: 1, at: 1, traceId: 't', spanId: 's' } as const;
const entryOf = (event: TaskEvent): JournalEntry => ({ ...stamp, ...event });
const started = entryOf({ kind: 'task-started', task: '1', attempt: 1 });
const done = entryOf({ kind: 'task-done', task: '1', files: [], runningMs: 1 });
const rejection = { kind: 'task-rejected', task: '1', reason: 'no', rounds: 2, runningMs: 1 } as const;
const rejected = entryOf(rejection);
const reset = entryOf({ kind: 'checkpoint-reset', task: '1', reason: 'asked for' });

function step(id: string, sequence: number): JournalEntry {
  return entryOf({ kind: 'step-done', task: '1', step: 's', checkpoint: { id, sequence }, ms: 1, usd: 0 });
}

function stretch(at: number, ...entries: readonly JournalEntry[]): Stretch {
  return numbered(0, at, ...entries);
}

function numbered(number: number, at: number, ...entries: readonly JournalEntry[]): Stretch {
  const made = new Stretch(at, number);
  for (const entry of entries) made.add(entry);
  return made;
}

function knownAfter(...stretches: readonly Stretch[]) {
  const known = new KnownTasks();
  known.addAll(stretches);
  return known.get('1');
}

test('a batch that was resumed after a later one had run has the last word', () => {
  const first = stretch(1, started, step('a', 3));
  const between = stretch(2, started, step('a', 4));
  const resumed = stretch(3, started, done);
  assert.deepEqual(knownAfter(first, resumed, between), { checkpoint: null, rounds: 0, isDone: true });
  assert.deepEqual(knownAfter(first, between).checkpoint, { id: 'a', sequence: 4 });
});

test('a clock that was set back changes no order', () => {
  const uncounted = stretch(9, started, step('a', 3));
  const first = numbered(1, 8, started, step('a', 4), done);
  const second = numbered(2, 5, started, step('b', 2));
  assert.deepEqual(knownAfter(second, uncounted, first).checkpoint, { id: 'b', sequence: 2 });
});

test('what a resumed batch did before another one does not come back', () => {
  const first = stretch(1, started, step('a', 3));
  const retried = stretch(2, started, step('a', 5), done);
  const resumedForOthers = stretch(3);
  assert.deepEqual(knownAfter(first, resumedForOthers, retried), { checkpoint: null, rounds: 0, isDone: true });
});

test('a start makes of a task that was done a new one, and a reset throws rounds away with the steps', () => {
  assert.deepEqual(knownAfter(stretch(1, started, done), stretch(2, started)), {
    checkpoint: null,
    rounds: 0,
    isDone: false,
  });
  assert.equal(knownAfter(stretch(1, started, step('a', 1), rejected)).rounds, 2);
  assert.equal(knownAfter(stretch(1, started, step('a', 1), entryOf({ ...rejection, drafts: 3 }))).rounds, 3);
  assert.deepEqual(knownAfter(stretch(1, started, step('a', 1), rejected), stretch(2, started, reset)), {
    checkpoint: null,
    rounds: 0,
    isDone: false,
  });
});
