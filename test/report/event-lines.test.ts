import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskEvent } from '../../src/model/event.ts';
import { type OutputLine, renderEvent } from '../../src/report/event-lines.ts';
import { makeExchange } from './made-exchange.ts';
import { published, RecordedBatch, start } from './recorded-batch.ts';

const view = {
  prefixOf: (task: string) => `[LLD-${task}] `,
  statePath: '.agentos/batches/20260102-ab',
  isVerbose: false,
};

function lastLines(batch: RecordedBatch, isVerbose = false): OutputLine[] {
  const entry = batch.entries.at(-1);
  assert.ok(entry);
  return renderEvent(entry, { ...view, isVerbose });
}

function linesOf(event: TaskEvent, isVerbose = false): string[] {
  const lines = lastLines(new RecordedBatch(['137']).add(event), isVerbose);
  assert.ok(lines.every(({ stream, line }) => stream === 'stdout' && line.startsWith('[LLD-137] ')));
  return lines.map(({ line }) => line.slice('[LLD-137] '.length));
}

const task = '137';
const failure = { code: 'crash', message: 'killed' } as const;

test('the coordinator speaks on stderr: what it is about to do, and what it learns', () => {
  const batch = new RecordedBatch(['1', '2'], { parallel: 4 });
  const plan =
    '2 tasks · 4 at a time · drafter scripted:a.json · reviewer scripted:a.json · state .agentos/batches/20260102-ab';
  assert.deepEqual(lastLines(batch), [{ stream: 'stderr', line: `[COORDINATOR] ${plan}` }]);
  const lineOf = () => lastLines(batch).map(({ stream, line }) => `${stream} ${line}`);
  batch.add({ kind: 'batch-stopping', reason: 'SIGINT' });
  assert.deepEqual(lineOf(), ['stderr [COORDINATOR] nothing new starts: SIGINT']);
  batch.add({ kind: 'batch-resumed', parallel: 3, settings: {}, inputs: {} });
  assert.deepEqual(lineOf(), ['stderr [COORDINATOR] goes on · 3 at a time · state .agentos/batches/20260102-ab']);
  batch.add({ kind: 'note', message: 'a key was found' });
  assert.deepEqual(lineOf(), ['stderr [COORDINATOR] a key was found']);
  batch.add({ kind: 'batch-ended', exitCode: 0 });
  assert.deepEqual(lineOf(), []);
});

test('an agent that nobody chose is not named', () => {
  const batch = new RecordedBatch(['1'], { workflow: 'implement', settings: { agent: null }, parallel: 1 });
  assert.equal(lastLines(batch)[0]?.line, '[COORDINATOR] 1 task · 1 at a time · state .agentos/batches/20260102-ab');
});

test('a task says on stdout what becomes of it', () => {
  assert.deepEqual(linesOf({ kind: 'task-started', task, attempt: 1 }), ['started']);
  assert.deepEqual(linesOf({ kind: 'task-started', task, attempt: 2 }), ['started (attempt 2)']);
  assert.deepEqual(linesOf({ kind: 'checkpoint-reset', task, reason: 'the issue changed' }), [
    'checkpoint reset: the issue changed',
  ]);
  assert.deepEqual(linesOf({ kind: 'published', task, files: [published('a.md'), published('b.md')] }), [
    'wrote a.md',
    'wrote b.md',
  ]);
  assert.deepEqual(linesOf({ kind: 'task-done', task, files: [published('c.md')], runningMs: 1 }), [
    'wrote c.md',
    'done',
  ]);
  assert.deepEqual(linesOf({ kind: 'attempt-failed', task, attempt: 1, failure }), [
    'attempt 1 failed: crash: killed; trying again',
  ]);
  assert.deepEqual(linesOf({ kind: 'task-failed', task, failure, runningMs: 1 }), ['failed: crash: killed']);
  assert.deepEqual(linesOf({ kind: 'task-rejected', task, reason: 'Tier 1', rounds: 5, runningMs: 1 }), [
    'rejected: Tier 1',
  ]);
  assert.deepEqual(linesOf({ kind: 'task-cancelled', task, runningMs: 1 }), ['cancelled']);
});

test('a parked task says until when, or for whom', () => {
  const parked = { kind: 'task-parked', task, gate: null, reason: 'why', heldMs: 0, runningMs: 1 } as const;
  assert.deepEqual(linesOf({ ...parked, for: 'time', untilAt: start }), ['parked until 2026-01-02T03:00:00Z: why']);
  assert.deepEqual(linesOf({ ...parked, for: 'time', untilAt: 1e300 }), ['parked until an unknown time: why']);
  assert.deepEqual(linesOf({ ...parked, for: 'person', untilAt: null }), ['parked for a person: why']);
});

test('calls without an answer are told; steps to those who ask for more', () => {
  const step = { kind: 'step-done', task, step: 'draft', checkpoint: { id: 'c', sequence: 1 }, ms: 4200 } as const;
  const call = {
    kind: 'call-failed',
    task,
    step: 'review',
    checkpoint: { id: 'c', sequence: 1 },
    failure: { code: 'limit', message: '429' },
    usd: 0,
  } as const;
  assert.deepEqual(linesOf({ ...step, usd: 0 }), []);
  assert.deepEqual(linesOf({ ...step, usd: 0 }, true), ['draft: done in 4.2 s']);
  assert.deepEqual(linesOf({ ...step, usd: 0.5 }, true), ['draft: done in 4.2 s · $0.50']);
  assert.deepEqual(linesOf({ ...step, usd: null }, true), ['draft: done in 4.2 s · cost unmeasured']);
  assert.deepEqual(linesOf(call), ['review: no answer: limit: 429']);
});

test('an exchange with a provider is told to those who ask for more, a refused one to everybody', () => {
  const usage = { inputTokens: 1000, cacheReadTokens: 200, cacheWriteTokens: 0, outputTokens: 800 };
  const answered = makeExchange(task, { credential: 'anthropic-1', ms: 4200, usage });
  assert.deepEqual(linesOf(answered), []);
  const told = 'drafter: anthropic-1 answered in 4.2 s';
  assert.deepEqual(linesOf(answered, true), [`${told} · 1200 tokens in, 800 out · $0.02`]);
  assert.deepEqual(linesOf({ ...answered, usage: null, usd: null }, true), [
    `${told} · tokens unmeasured · cost unmeasured`,
  ]);
  assert.deepEqual(linesOf({ ...answered, status: 429, trouble: 'rate' }), [
    'drafter: anthropic-1 refused: rate (429)',
  ]);
  const mishap = (change: object) => linesOf({ ...answered, status: null, ...change });
  assert.deepEqual(mishap({ trouble: 'transient' }), ['drafter: anthropic-1: no whole answer']);
  assert.deepEqual(mishap({ trouble: 'transient', status: 500 }), ['drafter: anthropic-1: no whole answer (500)']);
  assert.deepEqual(mishap({ trouble: 'overload', status: 529 }), [
    'drafter: anthropic-1: the provider is overloaded (529)',
  ]);
  assert.deepEqual(mishap({ trouble: 'abandoned' }), ['drafter: anthropic-1: cut off by us']);
  const why = 'no connection to http://localhost:11434 (ECONNREFUSED), again in 6 s';
  assert.deepEqual(mishap({ trouble: 'transient', why }), [`drafter: anthropic-1: ${why}`]);
});

test('events about temporaries, and of kinds that we do not know, say nothing', () => {
  assert.deepEqual(linesOf({ kind: 'preparing', task, files: ['a'] }, true), []);
  assert.deepEqual(linesOf({ kind: 'publishing', task, files: [published('a')], isResult: true }, true), []);
  for (const text of ['{"kind":"later"}', '{"kind":"task-later","task":"137"}']) {
    assert.deepEqual(lastLines(new RecordedBatch(['137']).add(JSON.parse(text))), []);
  }
});

test('whatever a message holds, it is one line that drives no terminal', () => {
  const message = `\u001b[2J\r\nforged\u202e ${'x'.repeat(1000)}`;
  for (const [line] of [
    linesOf({ kind: 'task-failed', task, failure: { code: 'crash', message }, runningMs: 1 }),
    linesOf({ kind: 'published', task, files: [published(message)] }),
    [lastLines(new RecordedBatch([]).add({ kind: 'note', message }))[0]?.line],
  ]) {
    assert.match(line ?? '', /\\u001b\[2J\\u000d\\nforged\\u202e xxx/);
    assert.doesNotMatch(line ?? '', /[\u0000-\u001f\u202e]/);
  }
});
