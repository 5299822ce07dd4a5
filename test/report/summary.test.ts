import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../src/model/outcome.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { makeSummary, renderSummary } from '../../src/report/summary.ts';

const plan: Plan = {
  workflow: 'requirements',
  tasks: [],
  skipped: [],
  rejected: [],
  knownIds: new Set(),
  warnings: [],
};
const done = (id: string): Outcome => ({
  kind: 'done',
  id: sanitizeTaskId(id),
  files: [{ path: `${id}.md`, sha256: '' }],
});
const failed = (id: string, code = 'X'): Outcome => ({ kind: 'failed', id: sanitizeTaskId(id), code, message: 'y' });

function summarise(outcomes: Outcome[], more: Partial<Plan> = {}) {
  const batch = { batch: 'b', plan: { ...plan, ...more }, outcomes, parallel: 1, places: [] };
  return makeSummary({ ...batch, startedAt: 1000, endedAt: 3500 });
}

test('the exit code is computed from outcomes: storage, then failure, then rejected inputs, then success', () => {
  const rejected = [{ path: 'x.md', code: 'ID_MISSING', message: '' }];
  assert.equal(summarise([done('1')]).exitCode, 0);
  assert.equal(summarise([]).exitCode, 0);
  assert.equal(summarise([done('1')], { rejected }).exitCode, 1);
  assert.equal(summarise([done('1'), failed('2')]).exitCode, 1);
  assert.equal(summarise([failed('1'), failed('2', 'STORAGE_FAILED')]).exitCode, 74);
});

test('the summary ends with the line that retries what failed', () => {
  const summary = summarise([failed('137'), done('138'), failed('142')]);
  assert.equal(summary.retry, 'agentos requirements --ids 137 142');
  assert.equal(renderSummary(summary).at(-1), 'Failed: 137, 142. Run `agentos requirements --ids 137 142` to retry.');
});

test('what was not measured is null, and counts add up', () => {
  const { seconds, usd, counts, tasks } = summarise([failed('1'), done('2')]);
  assert.deepEqual([seconds, usd, counts.done, counts.failed], [2.5, null, 1, 1]);
  assert.deepEqual(
    tasks.map(({ fate, outputPath, usd: cost }) => [fate, outputPath, cost]),
    [
      ['failed', null, null],
      ['done', '2.md', null],
    ],
  );
});
