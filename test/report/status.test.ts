import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldBatch } from '../../src/model/batch-record.ts';
import { makeShow, renderShow } from '../../src/report/show.ts';
import { makeStatus, renderBatchList, renderStatus, stateOf } from '../../src/report/status.ts';
import { planned, published, RecordedBatch, start } from './recorded-batch.ts';

const failure = { code: 'crash', message: 'killed' } as const;

function viewAt(now: number, isRunning: boolean) {
  return {
    now,
    isRunning,
    pullRequestOf: () => null,
    answerOf: () => null,
    logPathOf: ({ id }: { id: string }) => `.agentos/logs/${id}.log`,
  };
}

function half(): RecordedBatch {
  const batch = new RecordedBatch(['1', '2', '3', '4']).begin('1').begin('2').step('1', 'draft', 5000).done('1', 5000);
  return batch.fail('2', failure).begin('3').step('3', 'draft', 1000);
}

test('a batch runs if somebody holds its lock; else it is interrupted while anything is left of it', () => {
  const batch = half();
  assert.equal(stateOf(batch.record, true), 'running');
  assert.equal(stateOf(batch.record, false), 'interrupted');
  batch.add({ kind: 'batch-ended', exitCode: 130 });
  assert.equal(stateOf(batch.record, false), 'interrupted');
  batch
    .add({ kind: 'batch-resumed', parallel: 1, settings: {}, inputs: {} })
    .begin('3')
    .done('3', 1)
    .begin('4')
    .done('4', 1);
  assert.equal(stateOf(batch.record, false), 'interrupted');
  batch.add({ kind: 'batch-ended', exitCode: 1 });
  assert.equal(stateOf(batch.record, false), 'ended');
});

test('a task that failed only for now leaves its batch open, and is shown with the command that takes it up', () => {
  for (const code of ['budget', 'credentials', 'storage', 'changed'] as const) {
    const batch = new RecordedBatch(['1']).begin('1').fail('1', { code, message: 'x' });
    batch.add({ kind: 'batch-ended', exitCode: 1 });
    assert.equal(stateOf(batch.record, false), 'interrupted');
    const shown = {
      record: batch.record,
      planned: planned('1'),
      entries: batch.entries,
      earlierFiles: [],
      logTail: '',
    };
    const next = renderShow(shown, viewAt(batch.now, false)).at(-1);
    assert.equal(next, 'Next: run `agentos resume 20260102-ab` to go on.');
  }
});

test('the status of a running batch is its summary so far, without an exit code', () => {
  const batch = half();
  const { state, exitCode, seconds, tasks, counts } = makeStatus(batch.record, viewAt(batch.now + 4000, true));
  assert.deepEqual([state, exitCode, seconds], ['running', null, 10]);
  assert.deepEqual(
    tasks.map(({ fate, seconds: ran }) => [fate, ran]),
    [
      ['done', 5],
      ['failed', 1],
      ['running', 5],
      ['pending', null],
    ],
  );
  assert.deepEqual([counts.done, counts.failed, counts.cancelled], [1, 1, 0]);
});

test('the status of a running batch says what runs and what went wrong', () => {
  const batch = half();
  assert.deepEqual(renderStatus(batch.record, viewAt(batch.now + 4000, true)), [
    'batch 20260102-ab · requirements · running · 2 at a time · since 2026-01-02T03:00:00Z',
    '  3: 5 s, past draft',
    'Failed:',
    '  2  crash: killed · 1 attempt · log .agentos/logs/2.log',
    '1 of 4 done · 1 failed · 1 running (3: 5 s, past draft) · 1 queued',
  ]);
});

test('the status of a killed batch says how to go on', () => {
  const lines = renderStatus(half().record, viewAt(start + 1e9, false));
  assert.match(lines[0] ?? '', /· interrupted ·/);
  assert.equal(lines.at(-1), 'Interrupted: 1 done, 2 not finished. Run `agentos resume 20260102-ab` to go on.');
});

test('a call that is under way is not measured yet; once its batch was killed, it never will be', () => {
  const batch = new RecordedBatch(['7']).begin('7').step('7', 'check-issue', 1000, 0.5);
  batch.add({ kind: 'exchange-begun', task: '7', lease: 'l', estimatedUsd: null });
  const seen = (isRunning: boolean) => {
    const view = viewAt(batch.now, isRunning);
    const { task, receipt } = makeShow(shown(batch, '7'), view);
    const { usd } = makeStatus(batch.record, view);
    return [usd, task.usd, receipt.map(({ step }) => step)];
  };
  assert.deepEqual(seen(true), [0.5, 0.5, ['check-issue']]);
  assert.deepEqual(seen(false), [null, null, ['check-issue', null]]);
  const lines = renderStatus(batch.record, viewAt(batch.now, false));
  assert.match(lines.join('\n'), / · at least \$0\.50 · tokens unmeasured\n/);
  batch.add({ kind: 'batch-resumed', parallel: 1, settings: {}, inputs: {} });
  assert.deepEqual(seen(true), [null, null, ['check-issue', null]], 'also before it is started again');
});

test('batches are listed one a line, also one of which nothing is known', () => {
  const ended = new RecordedBatch(['1']).begin('1').done('1', 1).add({ kind: 'batch-ended', exitCode: 0 });
  ended.add({ kind: 'batch-resumed', parallel: 2, settings: {}, inputs: {} }).add({ kind: 'batch-ended', exitCode: 0 });
  const batches = [
    { record: half().record, isRunning: true },
    { record: ended.record, isRunning: false },
    { record: foldBatch('odd\u001b', []), isRunning: false },
  ];
  assert.deepEqual(renderBatchList(batches), [
    'batch 20260102-ab · requirements · running · 2 at a time · since 2026-01-02T03:00:00Z · 1 of 4 done · 1 failed',
    'batch 20260102-ab · requirements · ended · 2 at a time · since 2026-01-02T03:00:00Z · resumed once · 1 of 1 done',
    'batch odd\\u001b · nothing recorded · interrupted · 1 at a time · 0 of 0 done',
  ]);
  assert.deepEqual(renderBatchList([]), ['no batches yet']);
});

function shown(batch: RecordedBatch, id: string, logTail = '') {
  const entries = batch.entries.filter((entry) => 'task' in entry && entry.task === id);
  return { record: batch.record, planned: planned(id, 'Sort \u001b books'), entries, earlierFiles: [], logTail };
}

test('one task is shown with all that happened to it, and what to run next', () => {
  const batch = new RecordedBatch(['7']).begin('7').step('7', 'draft', 61_000, 0.25);
  batch.add({ kind: 'published', task: '7', files: [published('docs/lineage/7-lld/002-draft.md')] });
  batch.wait('7', batch.now + 9000, 'limit: 429');
  batch.now += 9000;
  batch.begin('7', 2).fail('7', { code: 'unreadable', message: 'not\na verdict' }, 2000);
  assert.deepEqual(renderShow(shown(batch, '7', 'one\n\u001b[31mtwo\n'), viewAt(batch.now, false)), [
    '7  Sort \\u001b books',
    'batch 20260102-ab · requirements · failed (unreadable): not\\na verdict',
    '1 attempt · 3 s of work · waited 9 s · $0.25',
    'What happened:',
    '  2026-01-02T03:00:00Z  started',
    '  2026-01-02T03:01:01Z  draft: done in 1 min 1 s · $0.25',
    '  2026-01-02T03:01:01Z  wrote docs/lineage/7-lld/002-draft.md',
    '  2026-01-02T03:01:01Z  parked until 2026-01-02T03:01:10Z: limit: 429',
    '  2026-01-02T03:01:10Z  started (attempt 2)',
    '  2026-01-02T03:01:10Z  failed: unreadable: not\\na verdict',
    'Receipt:',
    '  step   calls   tokens in      cached  tokens out       time   cost',
    '  draft      1  unmeasured  unmeasured  unmeasured  1 min 1 s  $0.25',
    '  total      1  unmeasured  unmeasured  unmeasured  1 min 1 s  $0.25',
    'Files:',
    '  docs/lineage/7-lld/002-draft.md',
    'Log .agentos/logs/7.log:',
    '  | one',
    '  | \\u001b[31mtwo',
    'Next: run `agentos requirements --ids 7` to retry.',
  ]);
});

test('what to run next depends on where the task stands', () => {
  const next = (batch: RecordedBatch, isRunning = false) =>
    renderShow(shown(batch, '7'), viewAt(start, isRunning)).filter((line) => /^(Next|Answer):/.test(line));
  const begun = () => new RecordedBatch(['7']).begin('7');
  const resume = 'Next: run `agentos resume 20260102-ab` to go on.';
  const answer = "Answer: run `agentos approve 7`, or `agentos reject 7 --note '…'`.";
  assert.deepEqual(next(new RecordedBatch(['7'])), [resume]);
  assert.deepEqual(next(begun()), [resume]);
  assert.deepEqual(next(begun(), true), []);
  assert.deepEqual(next(begun().done('7', 1)), []);
  assert.deepEqual(next(begun().ask('7', 'which?')), [answer, resume]);
  assert.deepEqual(next(begun().ask('7', 'which?'), true), [answer]);
  assert.deepEqual(next(begun().reject('7', 'no')), [
    'Next: run `agentos requirements --ids 7` for more review rounds.',
  ]);
});

test('the document of one task has its summary, its files and its events', () => {
  const batch = new RecordedBatch(['7']).begin('7').done('7', 2000);
  const document = makeShow(shown(batch, '7'), viewAt(batch.now, false));
  assert.deepEqual(Object.keys(document), ['schemaVersion', 'batch', 'state', 'task', 'question', 'receipt', 'events']);
  assert.deepEqual(
    [document.task.fate, document.task.seconds, document.task.files.length, document.events.length],
    ['done', 2, 1, 2],
  );
});
