import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderHeartbeat } from '../../src/report/heartbeat.ts';
import { renderProgress } from '../../src/report/progress.ts';
import { RecordedBatch, start } from './recorded-batch.ts';

const minute = 60_000;

/** 12 tasks: 6 done in 2 to 4 minutes, 1 failed, 3 running, 1 waiting, 1 pending. */
function busyBatch(): RecordedBatch {
  const ids = Array.from({ length: 12 }, (_, at) => `${at + 1}`);
  const batch = new RecordedBatch(ids, { parallel: 4 });
  for (const [at, id] of ['1', '2', '3', '4', '5', '6'].entries()) {
    batch
      .begin(id)
      .step(id, 'draft', minute, 0.07)
      .done(id, 2 * minute + at * 24_000);
  }
  batch.begin('7').fail('7', { code: 'crash', message: '' });
  batch.begin('8').wait('8', batch.now, 'limit').begin('9').step('9', 'review', 1000).begin('10').begin('11');
  return batch;
}

function at(columns: number, isUnicode = true): string {
  const batch = busyBatch();
  return renderProgress({ record: batch.record, now: batch.now + minute, columns, isUnicode });
}

test('one line says how far the batch is; what does not fit is left out as a whole', () => {
  const full = '[COORDINATOR] █████░░░░░ 7/12 · 3 running · 1 failed · 1 waiting · eta 2–4 min · $0.42';
  assert.equal(at(200), full);
  assert.equal(at([...full].length), full);
  assert.equal(at(80), '[COORDINATOR] █████░░░░░ 7/12 · 3 running · 1 failed · 1 waiting · eta 2–4 min');
  assert.equal(at(70), '[COORDINATOR] █████░░░░░ 7/12 · 3 running · 1 failed · 1 waiting');
  assert.equal(at(60), '[COORDINATOR] 7/12 · 3 running · 1 failed · 1 waiting');
  assert.equal(at(45), '[COORDINATOR] 7/12 · 3 running · 1 failed');
  assert.equal(at(40), '[COORDINATOR] 7/12 · 1 failed');
  assert.equal(at(20), '[COORDINATOR] 7/12');
  assert.deepEqual([at(5), at(2), at(0), at(Number.NaN), at(-3)], ['7/12', '', '', '', '']);
});

test('without Unicode every byte is ASCII', () => {
  assert.equal(at(80, false), '[COORDINATOR] #####----- 7/12 | 3 running | 1 failed | 1 waiting | eta 2-4 min');
});

test('no line is wider than the terminal, whatever the clock says', () => {
  const batch = busyBatch();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 250 }), fc.integer(), fc.boolean(), (columns, shift, isUnicode) => {
      const line = renderProgress({ record: batch.record, now: batch.now + shift * 1000, columns, isUnicode });
      assert.ok([...line].length <= columns);
      assert.doesNotMatch(line, /NaN|Infinity|undefined| -\d/);
    }),
    { numRuns: 1000, seed: 5 },
  );
});

test('the bar is full only when the last task has ended', () => {
  const batch = new RecordedBatch(['1', '2', '3']).begin('1').done('1', 1).begin('2').done('2', 1).begin('3');
  const bar = () =>
    renderProgress({ record: batch.record, now: start, columns: 200, isUnicode: false }).match(/[#-]{10}/)?.[0];
  assert.equal(bar(), '######----');
  batch.done('3', 1);
  assert.equal(bar(), '##########');
  assert.equal(
    renderProgress({ record: new RecordedBatch([]).record, now: start, columns: 80, isUnicode: false }),
    '[COORDINATOR] ---------- 0/0',
  );
});

test('an estimate comes after three completions, and not once the batch stops', () => {
  const batch = new RecordedBatch(['1', '2', '3', '4', '5']);
  const hasEta = () =>
    renderProgress({ record: batch.record, now: batch.now, columns: 200, isUnicode: true }).includes('eta');
  for (const id of ['1', '2']) batch.begin(id).done(id, minute);
  assert.equal(hasEta(), false);
  batch.begin('3').done('3', minute);
  assert.equal(hasEta(), true);
  batch.add({ kind: 'batch-stopping', reason: 'SIGINT' });
  assert.equal(hasEta(), false);
  assert.match(renderProgress({ record: batch.record, now: start, columns: 80, isUnicode: true }), / · stopping$/);
});

test('an estimate is never shorter than the wait of a parked task', () => {
  const batch = new RecordedBatch(['1', '2', '3', '4'], { parallel: 4 });
  for (const id of ['1', '2', '3']) batch.begin(id).done(id, minute);
  batch.begin('4').wait('4', batch.now + 30 * minute, 'limit');
  assert.match(renderProgress({ record: batch.record, now: batch.now, columns: 200, isUnicode: true }), /eta 31 min$/);
});

test('a task that takes longer than all before it has no estimate', () => {
  const batch = new RecordedBatch(['1', '2', '3', '4']);
  for (const id of ['1', '2', '3']) batch.begin(id).done(id, minute);
  batch.begin('4');
  assert.doesNotMatch(renderHeartbeat(batch.record, batch.now + 9 * minute), /eta/);
});

test('where there is no terminal, a heartbeat says the same in words', () => {
  const batch = busyBatch();
  assert.equal(
    renderHeartbeat(batch.record, batch.now + minute),
    '6 of 12 done · 1 failed · 3 running (9: 1 min 1 s, past review; 10: 1 min; 11: 1 min) · 1 waiting · 1 queued · eta 2–4 min',
  );
  const fresh = new RecordedBatch(['1', '2']);
  assert.equal(renderHeartbeat(fresh.record, start), '0 of 2 done · 2 queued');
});
