import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldBatch } from '../../src/model/batch-record.ts';
import { countWaitedMs, type TaskRecord } from '../../src/model/task-record.ts';
import { planned, published, RecordedBatch, start } from '../report/recorded-batch.ts';

function taskOf(batch: RecordedBatch, id = '1'): TaskRecord {
  const task = batch.record.tasks.get(id);
  assert.ok(task);
  return task;
}

const crash = { code: 'crash', message: 'killed' } as const;
const limit = { code: 'limit', message: '429' } as const;

test('a task is pending, runs, and is done with its files, its time and its cost', () => {
  const batch = new RecordedBatch(['1']);
  assert.deepEqual(taskOf(batch).fate, { kind: 'pending' });
  batch.begin('1');
  assert.deepEqual(taskOf(batch).fate, { kind: 'running', sinceAt: start });
  batch.step('1', 'draft', 2000, 0.25).step('1', 'review', 1000, 0.5, 2);
  assert.deepEqual(taskOf(batch).checkpoint, { id: 'c1', sequence: 2 });
  assert.equal(taskOf(batch).lastStep, 'review');
  batch.done('1', 3000);
  const { fate, runningMs, usd, files, checkpoint, attempts } = taskOf(batch);
  assert.deepEqual(fate, { kind: 'done', files });
  assert.deepEqual([runningMs, usd, checkpoint, attempts], [3000, 0.75, null, 1]);
});

test('one call that was not measured makes the cost unknown for good', () => {
  const batch = new RecordedBatch(['1']).begin('1').step('1', 'draft', 1, 0.5);
  batch.add({
    kind: 'call-failed',
    task: '1',
    step: 'review',
    checkpoint: { id: 'c1', sequence: 2 },
    failure: limit,
    usd: null,
  });
  batch.step('1', 'review', 1, 0.5);
  assert.equal(taskOf(batch).usd, null);
});

test('calls that failed cost, too', () => {
  const batch = new RecordedBatch(['1']).begin('1').step('1', 'draft', 1, 0.5);
  batch.add({
    kind: 'call-failed',
    task: '1',
    step: 'review',
    checkpoint: { id: 'c1', sequence: 2 },
    failure: limit,
    usd: 0.25,
  });
  assert.equal(taskOf(batch).usd, 0.75);
});

test('a step that was found in the checkpoint costs what it did', () => {
  const batch = new RecordedBatch(['1']).begin('1');
  batch.add({ kind: 'step-found', task: '1', step: 'draft', checkpoint: { id: 'c1', sequence: 1 }, usd: 0.5 });
  const { usd, checkpoint, lastStep } = taskOf(batch);
  assert.deepEqual([usd, checkpoint, lastStep], [0.5, { id: 'c1', sequence: 1 }, 'draft']);
});

test('an exchange that was broken off makes the cost unknown; one that was refused does not', () => {
  const exchange = (trouble: string | null) =>
    JSON.parse(JSON.stringify({ kind: 'exchange', task: '1', trouble, usd: null }));
  const usdAfter = (trouble: string | null) => taskOf(new RecordedBatch(['1']).begin('1').add(exchange(trouble))).usd;
  assert.deepEqual([usdAfter('rate'), usdAfter('abandoned'), usdAfter(null)], [0, null, null]);
});

const begun = (lease: string, estimatedUsd: number | null) =>
  ({ kind: 'exchange-begun', task: '1', lease, estimatedUsd }) as const;
const ended = (lease: string, usd: number | null, estimatedUsd: number | null = 9) =>
  JSON.parse(JSON.stringify({ kind: 'exchange', task: '1', lease, trouble: null, usd, estimatedUsd }));
const spentOf = (batch: RecordedBatch) => {
  const { measuredUsd, untoldUsd, lostUsd, begunUsd } = taskOf(batch);
  return [measuredUsd, untoldUsd, lostUsd, begunUsd];
};

test('what is under way may cost its estimate, what has ended its measure, and a step that tells of it counts once', () => {
  const batch = new RecordedBatch(['1']).begin('1').add(begun('a', 3));
  assert.deepEqual(spentOf(batch), [0, 0, 0, { a: 3 }]);
  batch.add(ended('a', 0.5)).add(begun('b', 4));
  assert.deepEqual(spentOf(batch), [0, 0.5, 0, { b: 4 }]);
  batch.add(ended('b', null, 4));
  assert.deepEqual(spentOf(batch), [0, 4.5, 0, {}]);
  batch.step('1', 'draft', 1, 0.5);
  assert.deepEqual(spentOf(batch), [0.5, 4, 0, {}]);
  assert.equal(taskOf(batch).usd, null);
});

test('a call that was begun and never ended is lost with its attempt: unmeasured, and counted by its estimate', () => {
  const killed = () => new RecordedBatch(['1']).begin('1').add(ended('a', 0.5)).add(begun('b', 4));
  const resumed = killed().add({ kind: 'batch-resumed', parallel: 1, settings: {}, inputs: {} });
  assert.deepEqual([spentOf(resumed), taskOf(resumed).usd], [[0, 0, 4.5, {}], null]);
  resumed.begin('1');
  assert.deepEqual(spentOf(resumed), [0, 0, 4.5, {}], 'once');
  const again = killed().begin('1', 2);
  assert.deepEqual([spentOf(again), taskOf(again).usd], [[0, 0, 4.5, {}], null]);
});

test('a step that is found tells of what seemed lost', () => {
  const batch = new RecordedBatch(['1']).begin('1').add(begun('a', 3)).add(ended('a', 0.5));
  batch.add({ kind: 'batch-resumed', parallel: 1, settings: {}, inputs: {} }).begin('1');
  batch.add({ kind: 'step-found', task: '1', step: 'draft', checkpoint: { id: 'c1', sequence: 1 }, usd: 0.5 });
  assert.deepEqual([spentOf(batch), taskOf(batch).usd], [[0.5, 0, 0, {}], 0.5]);
});

test('a wait inside a worker is waiting', () => {
  const batch = new RecordedBatch(['1']).begin('1');
  const parked = { kind: 'task-parked', task: '1', gate: null, for: 'time', reason: '', untilAt: 0 } as const;
  batch.add({ ...parked, heldMs: 30_000, runningMs: 31_000 });
  assert.equal(taskOf(batch).waitedMs, 30_000);
});

test('only what is the task’s own fault burns an attempt; codes of a later version do not', () => {
  const batch = new RecordedBatch(['1']);
  const later = JSON.parse('{"code":"constructor","message":""}');
  for (const failure of [crash, limit, later]) {
    batch.begin('1').add({ kind: 'attempt-failed', task: '1', attempt: 1, failure }, 700);
  }
  const { attempts, burnedAttempts, runningMs, fate } = taskOf(batch);
  assert.deepEqual([attempts, burnedAttempts, runningMs, fate.kind], [3, 1, 2100, 'pending']);
});

test('waits for time add up, waits for a person do not', () => {
  const batch = new RecordedBatch(['1', '2']).begin('1').begin('2');
  batch.wait('1', start + 9000, 'limit').ask('2', 'which?');
  assert.equal(taskOf(batch).waitingSinceAt, start);
  batch.now += 5000;
  batch
    .begin('1', 2)
    .begin('2', 2)
    .wait('1', start + 9000, 'limit');
  batch.now += 1000;
  batch.begin('1', 3).fail('1', limit, 500);
  assert.deepEqual([taskOf(batch).waitedMs, taskOf(batch, '2').waitedMs], [6000, 0]);
  assert.equal(taskOf(batch).runningMs, 2500);
  assert.equal(taskOf(batch).waitingSinceAt, null);
});

test('whoever comes back and finds no free worker, or a machine that slept, has not waited for that', () => {
  const batch = new RecordedBatch(['1']).begin('1').wait('1', start + 9000, 'limit');
  assert.deepEqual(
    [5000, 9000, 8 * 3_600_000].map((ms) => countWaitedMs(taskOf(batch), start + ms)),
    [5000, 9000, 9000],
  );
  batch.now += 8 * 3_600_000;
  batch.begin('1', 2);
  assert.equal(taskOf(batch).waitedMs, 9000);
  batch.wait('1', start, 'a time that was over when it was told');
  batch.now += 1000;
  assert.equal(taskOf(batch.begin('1', 3)).waitedMs, 9000);
});

test('a resume goes on with what was running or cancelled, and the time between does not count', () => {
  const batch = new RecordedBatch(['1', '2', '3', '4']).begin('1').begin('2').begin('3');
  batch.wait('3', start + 9000, 'limit').step('1', 'draft', 4000);
  batch.add({ kind: 'task-cancelled', task: '2', runningMs: 4000 }).begin('4').done('4', 0);
  batch.add({ kind: 'batch-stopping', reason: 'SIGINT' }).add({ kind: 'batch-ended', exitCode: 130 });
  assert.deepEqual([batch.record.exitCode, batch.record.stopping], [130, 'SIGINT']);
  batch.add({ kind: 'batch-resumed', parallel: 5, settings: {}, inputs: {} }, 86_400_000);
  const { record } = batch;
  assert.deepEqual(
    [...record.tasks.values()].map(({ fate, runningMs, waitedMs }) => [fate.kind, runningMs, waitedMs]),
    [
      ['pending', 4000, 0],
      ['pending', 4000, 0],
      ['parked', 1000, 4000],
      ['done', 0, 0],
    ],
  );
  assert.deepEqual([record.exitCode, record.stopping, record.parallel, record.resumes], [null, null, 5, 1]);
  batch.add({ kind: 'note', message: '' }, 1000);
  assert.equal(batch.record.activeMs, 5000);
});

test('running time is counted once, also if a task that waits is cancelled', () => {
  const batch = new RecordedBatch(['1']).begin('1').wait('1', start + 9000, 'limit');
  batch.add({ kind: 'task-cancelled', task: '1', runningMs: 1000 });
  assert.equal(taskOf(batch).runningMs, 1000);
});

test('what proves a checkpoint is forgotten with it', () => {
  const begun = () => new RecordedBatch(['1']).begin('1').step('1', 'draft', 1, 0, 7);
  assert.deepEqual(taskOf(begun().fail('1', crash)).checkpoint, { id: 'c1', sequence: 7 });
  assert.equal(taskOf(begun().fail('1', { code: 'damaged', message: '' })).checkpoint, null);
  const reset = taskOf(begun().add({ kind: 'checkpoint-reset', task: '1', reason: 'the issue changed' }));
  assert.deepEqual([reset.checkpoint, reset.lastStep], [null, null]);
});

test('files that were prepared stay unfinished until they are seen in place', () => {
  const batch = new RecordedBatch(['1']).begin('1');
  batch.add({ kind: 'preparing', task: '1', files: ['a.md', 'b.md'] });
  batch.add({ kind: 'publishing', task: '1', files: [published('a.md')], isResult: false });
  assert.deepEqual(taskOf(batch).publishing, { files: [published('a.md')], isResult: false });
  assert.deepEqual(taskOf(batch).unfinished, ['a.md', 'b.md']);
  batch.add({ kind: 'published', task: '1', files: [published('a.md')] });
  assert.deepEqual([taskOf(batch).publishing, taskOf(batch).unfinished], [null, ['b.md']]);
  batch.add({ kind: 'publishing', task: '1', files: [published('b.md')], isResult: true });
  batch.add({ kind: 'task-done', task: '1', files: [published('b.md')], runningMs: 1 });
  batch.add({ kind: 'published', task: '1', files: [published('a.md')] });
  const { unfinished, publishing, files } = taskOf(batch);
  assert.deepEqual([unfinished, publishing, files.map(({ path }) => path)], [[], null, ['b.md', 'a.md']]);
});

test('where the code is stays known from before its last word', () => {
  const code = { branch: 'agentos/1', commit: 'c0ffee' };
  const batch = new RecordedBatch(['1']).begin('1');
  batch.add({ kind: 'publishing', task: '1', files: [published('b.md')], isResult: true, code });
  assert.deepEqual([taskOf(batch).publishing?.code, taskOf(batch).code], [code, null]);
  batch.add({ kind: 'task-done', task: '1', files: [published('b.md')], runningMs: 1, code });
  assert.deepEqual(taskOf(batch).code, code);
});

test('events of unknown kinds or of tasks that nobody planned change nothing but the time', () => {
  const batch = new RecordedBatch(['1']);
  const before = new Map(batch.record.tasks);
  for (const text of ['{"kind":"later"}', '{"kind":"task-later","task":"1"}', '{"kind":"task-started","task":"9"}']) {
    batch.add(JSON.parse(text), 10);
  }
  assert.deepEqual(new Map(batch.record.tasks), before);
  assert.equal(batch.record.activeMs, 30);
});

test('a journal that was killed before its first event is a batch of which nothing is known', () => {
  const { started, startedAt, traceId, exitCode, tasks } = foldBatch('b', []);
  assert.deepEqual([started, startedAt, traceId, exitCode, tasks.size], [null, null, null, null, 0]);
});

test('whatever the clock does, no duration is negative', () => {
  const jump = fc.integer({ min: -4_000_000, max: 400_000_000_000 });
  const kinds = ['begin', 'retry', 'wait', 'done', 'resume', 'cancel'] as const;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...kinds), jump)), (moves) => {
      const batch = new RecordedBatch(['1']);
      for (const [kind, ms] of moves) {
        batch.now += ms;
        if (kind === 'begin') batch.begin('1');
        if (kind === 'retry') batch.add({ kind: 'attempt-failed', task: '1', attempt: 1, failure: crash });
        if (kind === 'wait') batch.wait('1', batch.now - 5, 'limit');
        if (kind === 'done') batch.done('1', ms);
        if (kind === 'resume') batch.add({ kind: 'batch-resumed', parallel: 1, settings: {}, inputs: {} });
        if (kind === 'cancel') batch.add({ kind: 'task-cancelled', task: '1', runningMs: ms });
      }
      const { runningMs, waitedMs } = taskOf(batch);
      assert.ok(runningMs >= 0 && waitedMs >= 0 && batch.record.activeMs >= 0);
    }),
    { numRuns: 500, seed: 3 },
  );
});

test('folding event by event gives what folding the whole journal gives', () => {
  const batch = new RecordedBatch(['1', '2']).begin('1').step('1', 'draft', 5).done('1', 5).begin('2').fail('2', crash);
  assert.deepEqual(foldBatch('20260102-ab', batch.entries), batch.record);
});

test('of ten thousand tasks an event touches its own alone', () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => `${at}`);
  const batch = new RecordedBatch(ids);
  const before = new Map(batch.record.tasks);
  batch.begin('7').step('7', 'draft', 1).done('7', 1);
  const touched = [...batch.record.tasks].filter(([id, task]) => before.get(id) !== task);
  assert.deepEqual(
    touched.map(([id, { fate }]) => [id, fate.kind]),
    [['7', 'done']],
  );
});

test('a task that goes on with another workflow keeps what it took, and begins anew', () => {
  const batch = new RecordedBatch(['1', '2'], { workflow: 'run' });
  const next = { ...planned('1'), workflow: 'implement', inputPath: 'LLD-1.md', inputSha256: 'cc' } as const;
  batch.begin('1').step('1', 'draft', 2000, 0.25);
  batch.add({ kind: 'attempt-failed', task: '1', attempt: 1, failure: crash });
  batch.begin('1');
  batch.add({ kind: 'workflow-done', task: '1', files: [published('LLD-1.md')], runningMs: 1000, next }, 1000);
  const { fate, checkpoint, lastStep, burnedAttempts, usd, files, runningMs } = taskOf(batch);
  assert.deepEqual([fate.kind, checkpoint, lastStep, burnedAttempts], ['pending', null, null, 0]);
  assert.deepEqual([usd, files.map(({ path }) => path), runningMs], [0.25, ['LLD-1.md'], 3000]);
  assert.deepEqual(
    batch.record.started?.tasks.map(({ id, workflow, inputSha256 }) => `${id} ${workflow} ${inputSha256}`),
    ['1 implement cc', '2 requirements aa'],
  );
  batch.begin('1').done('1', 500);
  assert.deepEqual([taskOf(batch).fate.kind, taskOf(batch).runningMs], ['done', 3500]);
});
