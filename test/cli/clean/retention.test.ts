import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeState } from '../../../src/cli/clean/retention.ts';
import { type BatchRecord, foldBatch } from '../../../src/model/batch-record.ts';
import type { JournalEntry } from '../../../src/model/event.ts';
import { sanitizeTaskId } from '../../../src/parallel/input-sanitizer.ts';

const repoDir = '/repo';

interface Drawn {
  readonly fates: Readonly<Record<string, 'done' | 'failed' | 'open'>>;
  readonly isOld: boolean;
  readonly isEnded: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  fates: fc.dictionary(fc.constantFrom('1', '2', '3', '4'), fc.constantFrom('done', 'failed', 'open'), { minKeys: 1 }),
  isOld: fc.boolean(),
  isEnded: fc.boolean(),
});

function toRecord({ fates, isOld, isEnded }: Drawn, index: number): BatchRecord {
  const at = isOld ? 100 + index : 1000 + index;
  const ids = Object.keys(fates).map(sanitizeTaskId);
  const estimate = { seconds: null, usd: null };
  const tasks = ids.map((id) => ({
    ...{ id, workflow: 'implement' as const, title: '', reason: 'new' as const, inputPath: '', inputSha256: '' },
    ...{ outputPath: '', estimate, conflictsWith: [] },
  }));
  let sequence = 0;
  const stamp = () => ({ schemaVersion: 1 as const, at, sequence: ++sequence, traceId: '', spanId: '' });
  const started = { kind: 'batch-started' as const, workflow: 'implement' as const, parallel: 1, tasks };
  const entries: JournalEntry[] = [
    { ...stamp(), ...started, skipped: [], rejected: [], settings: {}, places: [], repoDir, roots: [], isFresh: false },
  ];
  for (const id of ids) {
    if (fates[id] === 'done') entries.push({ ...stamp(), kind: 'task-done', task: id, files: [], runningMs: 0 });
    if (fates[id] === 'failed')
      entries.push({ ...stamp(), kind: 'task-failed', task: id, failure: { code: 'gate', message: '' }, runningMs: 0 });
  }
  if (isEnded) entries.push({ ...stamp(), kind: 'batch-ended', exitCode: 0 });
  return foldBatch(`b${index}`, entries);
}

test('whatever batches there were, what stays is never contradicted by what went', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 6 }), fc.subarray(['1', '2', '3', '4']), (batches, checkpoints) => {
      const records = batches.map(toRecord);
      const names = checkpoints.map((id) => `implement-${id}`);
      const { batches: judged, checkpoints: judgedCheckpoints } = judgeState({
        repoDir,
        records,
        unreadable: [],
        undelivered: new Set(),
        checkpoints: names.map((name) => ({ name, changedAt: 0 })),
        doneCheckpoints: new Set(),
        olderThanAt: 500,
      });
      const goes = ({ name }: BatchRecord) => judged.get(name)?.kind === 'goes';
      const idsOf = (record: BatchRecord) => [...record.tasks.keys()];
      for (const [index, record] of records.entries()) {
        const batch = batches[index];
        const isOpen = !batch?.isEnded || Object.values(batch.fates).includes('open');
        if (goes(record)) assert.ok(batch?.isOld && !isOpen, 'only what is old and over goes');
        if (!goes(record)) continue;
        const staying = records.filter((other) => !goes(other));
        for (const id of idsOf(record)) {
          const before = staying.filter((other) => records.indexOf(other) < index && idsOf(other).includes(id));
          assert.deepEqual(before, [], 'an earlier journal of the task stays');
          const any = staying.filter((other) => idsOf(other).includes(id));
          if (checkpoints.includes(id)) assert.deepEqual(any, [], 'its checkpoint would be known by half');
        }
      }
      for (const id of checkpoints) {
        const isKnown = records.some((record) => !goes(record) && idsOf(record).includes(id));
        assert.equal(judgedCheckpoints.get(`implement-${id}`)?.kind === 'goes', !isKnown);
      }
    }),
  );
});
