import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchStarted } from '../../src/model/event.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { renderSummary } from '../../src/report/render-summary.ts';
import { makeSummary, type Summary, type SummaryView, summariseNothing } from '../../src/report/summary.ts';
import { makeExchange } from './made-exchange.ts';
import { planned, RecordedBatch, start } from './recorded-batch.ts';

const view: SummaryView = {
  isRunning: false,
  exitCode: 1,
  now: start,
  pullRequestOf: () => null,
  answerOf: () => null,
  logPathOf: ({ id }) => `.agentos/batches/b/logs/${id}.log`,
};

function summarise(batch: RecordedBatch, more: Partial<SummaryView> = {}): Summary {
  return makeSummary(batch.record, { ...view, ...more });
}

function render(batch: RecordedBatch): string[] {
  return renderSummary(summarise(batch), batch.record);
}

/** One task of every fate. */
function mixed(more: Partial<BatchStarted> = {}): RecordedBatch {
  const batch = new RecordedBatch(['137', '138', '139', '140', '141', '142'], more);
  for (const id of ['137', '138', '139', '140', '141']) batch.begin(id);
  batch.step('138', 'draft', 60_000, 0.1).step('138', 'review', 12_000, 0.2).done('138', 72_000);
  batch.fail('137', { code: 'crash', message: 'the worker\nwas \u001b[31mkilled' }, 30_000);
  batch
    .reject('139', 'Tier 1 stands')
    .ask('140', 'Which of the two?')
    .wait('141', start + 99_000, 'limit: 429');
  return batch;
}

test('the document has exactly the fields that were promised', () => {
  const rejected = [{ path: 'bad.md', code: 'ID_MISSING', message: 'no id' }];
  const skipped = [{ id: '9', reason: 'approved' }] as const;
  const { tasks, ...rest } = summarise(mixed({ rejected, skipped }));
  assert.deepEqual(rest, {
    schemaVersion: 1,
    batch: '20260102-ab',
    workflow: 'requirements',
    parallel: 2,
    startedAt: start,
    seconds: 72,
    usd: 0.3,
    counts: { done: 1, failed: 1, rejected: 1, parked: 2, cancelled: 1, skipped: 1 },
    rejectedInputs: rejected,
    exitCode: 1,
    retry: 'agentos requirements --ids 137',
    tokens: null,
  });
  assert.deepEqual(tasks[1], {
    id: '138',
    workflow: 'requirements',
    fate: 'done',
    failure: null,
    attempts: 1,
    seconds: 72,
    usd: 0.3,
    outputPath: 'docs/lld/active/LLD-138.md',
    logPath: '.agentos/batches/b/logs/138.log',
    branch: null,
    commit: null,
    pullRequest: null,
    answer: null,
  });
});

test('tasks come in plan order, each with its fate and the reason why it is not done', () => {
  const { tasks } = summarise(mixed());
  assert.deepEqual(
    tasks.map(({ id, fate, failure, seconds }) => [id, fate, failure?.code ?? null, seconds]),
    [
      ['137', 'failed', 'crash', 30],
      ['138', 'done', null, 72],
      ['139', 'rejected', 'rejected', 1],
      ['140', 'parked', 'needs-human', 1],
      ['141', 'parked', 'waiting', 1],
      ['142', 'cancelled', null, null],
    ],
  );
});

test('what an interrupted batch left is cancelled, with the time that the journal proves', () => {
  const batch = new RecordedBatch(['1', '2']).begin('1').step('1', 'draft', 5000);
  const fates = (summary: Summary) => summary.tasks.map(({ fate, seconds }) => [fate, seconds]);
  assert.deepEqual(fates(summarise(batch, { now: start + 1e9 })), [
    ['cancelled', 5],
    ['cancelled', null],
  ]);
  assert.deepEqual(fates(summarise(batch, { isRunning: true, now: start + 8000 })), [
    ['running', 8],
    ['pending', null],
  ]);
});

test('one unmeasured call makes the cost of the batch unknown', () => {
  const batch = mixed().begin('142').step('142', 'draft', 1, null);
  assert.equal(summarise(batch).usd, null);
  assert.ok(render(batch).some((line) => line.endsWith(' of work · at least $0.30 · tokens unmeasured')));
  const unmeasured = new RecordedBatch(['1']).begin('1').step('1', 'draft', 1, null);
  assert.ok(render(unmeasured).some((line) => line.endsWith(' of work · cost unmeasured · tokens unmeasured')));
});

test('for a person: failed first, then the rest, the totals, and what to run next', () => {
  assert.deepEqual(render(mixed()), [
    'Failed:',
    '  137  crash: the worker\\nwas \\u001b[31mkilled · 1 attempt · log .agentos/batches/b/logs/137.log',
    'Rejected:',
    '  139  Tier 1 stands · 1 attempt · log .agentos/batches/b/logs/139.log',
    'Waiting for a person:',
    '  140  Which of the two? · 1 attempt · log .agentos/batches/b/logs/140.log',
    'Waiting:',
    '  141  limit: 429 · 1 attempt · log .agentos/batches/b/logs/141.log',
    'Cancelled:',
    '  142  not finished · 0 attempts',
    '1 done · 1 failed · 1 rejected · 2 parked · 1 cancelled · 0 skipped · 0 rejected inputs',
    '1 min 12 s in all · 1 min 45 s of work · $0.30 · tokens unmeasured',
    'Result: docs/lld/active/LLD-138.md',
    'Rejected: 139. Run `agentos requirements --ids 139` for more review rounds.',
    'Waiting for a person: 140. See `agentos show 140`, answer by `agentos approve 140` or `reject`, then run `agentos resume 20260102-ab`.',
    'Failed: 137. Run `agentos requirements --ids 137` to retry.',
    'Interrupted: 1 done, 2 not finished. Run `agentos resume 20260102-ab` to go on.',
  ]);
});

test('the summary ends with the line that retries what failed, ready to paste', () => {
  const failure = { code: 'crash', message: 'x' } as const;
  const batch = new RecordedBatch(['137', '142']).begin('137').begin('142').fail('137', failure).fail('142', failure);
  assert.equal(render(batch).at(-1), 'Failed: 137, 142. Run `agentos requirements --ids 137 142` to retry.');
});

const resume = 'Run `agentos resume 20260102-ab` to go on';

test('what a resume takes up again is not sent into a new batch, and the line says what has to be mended', () => {
  const batch = new RecordedBatch(['1', '2', '3'], { places: ['--repo', 'x'] }).begin('1');
  batch.fail('1', { code: 'credentials', message: 'the key was refused' });
  const command = '`agentos resume --repo x 20260102-ab`';
  const condition = 'when a credential can be used again: see `agentos credentials --repo x --check`';
  assert.deepEqual(render(batch).slice(-2), [
    `Failed: 1. Run ${command} to go on, ${condition}.`,
    `Interrupted: 0 done, 2 not finished. Run ${command} to go on, ${condition}.`,
  ]);
  assert.equal(summarise(batch).retry, 'agentos resume --repo x 20260102-ab');
});

test('a budget that is spent, of a task or of the batch, is to be raised', () => {
  const settings = { budgetUsd: 9, taskBudgetUsd: 1 };
  const task = new RecordedBatch(['1', '2'], { settings }).begin('1').begin('2').done('2', 5);
  task.fail('1', { code: 'budget', message: 'spent' });
  assert.equal(render(task).at(-1), `Failed: 1. ${resume}, with a higher --budget or --task-budget.`);
  const whole = new RecordedBatch(['1', '2'], { settings: { budgetUsd: 1 } }).begin('1').step('1', 'draft', 5, 1);
  whole.add({ kind: 'task-cancelled', task: '1', runningMs: 5 });
  assert.equal(render(whole).at(-1), `Interrupted: 0 done, 2 not finished. ${resume}, with a higher --budget.`);
});

test('where a person said no before any review, the line begins anew', () => {
  const batch = new RecordedBatch(['1', '2'], { places: ['--gate', 'draft'] }).begin('1').begin('2');
  const rejected = { kind: 'task-rejected', reason: 'x', runningMs: 5 } as const;
  batch.add({ ...rejected, task: '1', rounds: 0 }).add({ ...rejected, task: '2', rounds: 2 });
  assert.deepEqual(render(batch).slice(-2), [
    'Rejected: 2. Run `agentos requirements --gate draft --ids 2` for more review rounds.',
    'Rejected: 1. Run `agentos requirements --gate draft --fresh --ids 1` to begin anew.',
  ]);
});

test('of inputs that changed it is said by what a resume goes on', () => {
  const batch = new RecordedBatch(['1']).begin('1').fail('1', { code: 'changed', message: 'the issue changed' });
  const condition = 'with --on-changed rerun or ignore, or with the inputs as they were';
  assert.equal(render(batch).at(-1), `Failed: 1. ${resume}, ${condition}.`);
});

test('what failed for good keeps its own line beside what a resume takes up again', () => {
  const batch = new RecordedBatch(['1', '2', '3']).begin('1').begin('2').begin('3').done('3', 5);
  batch.fail('1', { code: 'crash', message: 'x' }).fail('2', { code: 'storage', message: 'full' });
  assert.deepEqual(render(batch).slice(-2), [
    'Failed: 1. Run `agentos requirements --ids 1` to retry.',
    `Failed: 2. ${resume}.`,
  ]);
  assert.equal(summarise(batch).retry, 'agentos requirements --ids 1');
});

test('a batch that ran out of time, or waits, is gone on with', () => {
  const late = new RecordedBatch(['1', '2']).begin('1').begin('2').done('2', 5);
  late.add({ kind: 'batch-stopping', reason: 'took longer than 60 s (--batch-timeout)' });
  late.add({ kind: 'task-cancelled', task: '1', runningMs: 5 });
  assert.equal(render(late).at(-1), `Interrupted: 1 done, 1 not finished. ${resume}.`);
  const parked = new RecordedBatch(['1']).begin('1').wait('1', start + 9e6, 'limit: 429');
  assert.equal(render(parked).at(-1), `Interrupted: 0 done, 1 not finished. ${resume}.`);
});

test('the commands name the places that the batch was given, quoted for a shell', () => {
  const places = ['--repo', "it's", '--issues', 'my issues', '--force'];
  const failure = { code: 'crash', message: 'x' } as const;
  const batch = new RecordedBatch(['1', '2'], { places }).begin('1').fail('1', failure);
  assert.deepEqual(render(batch).slice(-2), [
    "Failed: 1. Run `agentos requirements --repo 'it'\\''s' --issues 'my issues' --force --ids 1` to retry.",
    "Interrupted: 0 done, 1 not finished. Run `agentos resume --repo 'it'\\''s' 20260102-ab` to go on.",
  ]);
});

test('more failed tasks than fit a line are left to `agentos retry`', () => {
  const ids = Array.from({ length: 60 }, (_, at) => `${at}`);
  const batch = new RecordedBatch(ids);
  for (const id of ids) batch.begin(id).fail(id, { code: 'crash', message: 'x' });
  assert.equal(summarise(batch).retry, 'agentos retry 20260102-ab');
  assert.ok(render(batch).includes('  … and 10 more'));
});

test('offline work is not called free, but work without a model', () => {
  const settings = { drafter: 'offline:', reviewer: 'offline:' };
  const batch = new RecordedBatch(['1', '2'], { settings }).begin('1').begin('2').done('1', 2000).done('2', 2000);
  assert.deepEqual(render(batch).slice(1, 3), [
    '0 s in all · 4 s of work · no model took part',
    'Results in docs/lld/active',
  ]);
});

test('code is where its branch is', () => {
  const tasks = ['1', '2'].map((id) => ({ ...planned(id), workflow: 'implement' as const }));
  const batch = new RecordedBatch(['1', '2'], { workflow: 'implement', tasks }).begin('1').begin('2').done('1', 2000);
  assert.ok(render(batch.done('2', 2000)).includes('Code on agentos/1, agentos/2; nothing was merged'));
});

test('a plan without tasks has a summary without a batch, and rejected inputs fail it', () => {
  const skipped: Plan['skipped'] = [];
  const plan: Plan = { workflow: 'requirements', tasks: [], skipped, rejected: [], knownIds: new Set(), warnings: [] };
  const nothing = summariseNothing(plan, 3, start);
  assert.deepEqual([nothing.batch, nothing.exitCode, nothing.parallel], [null, 0, 3]);
  assert.deepEqual(renderSummary(nothing, null), ['nothing to do · 0 skipped']);
  const rejected = [{ path: 'bad.md', code: 'ID_MISSING', message: 'no id' }];
  const refused = summariseNothing({ ...plan, rejected }, 3, start);
  assert.equal(refused.exitCode, 1);
  assert.deepEqual(renderSummary(refused, null), [
    'Rejected inputs:',
    '  bad.md  ID_MISSING: no id',
    '0 done · 0 failed · 0 skipped · 1 rejected input',
  ]);
});

test('a batch says how many tokens all of its calls took, or at least took', () => {
  const batch = new RecordedBatch(['1', '2']).begin('1').begin('2');
  for (const task of ['1', '2']) batch.add(makeExchange(task, { usd: 0.5 })).step(task, 'draft#1', 1, 0.5);
  assert.deepEqual(summarise(batch).tokens, { input: 2468, cached: 400, output: 1000 });
  const totals = () => render(batch).find((line) => line.includes(' of work')) ?? '';
  assert.match(totals(), / · \$1\.00 · 2,468 tokens in \(400 cached\), 1,000 out$/);
  batch.add(makeExchange('2', { usage: null, usd: null }));
  assert.equal(summarise(batch).tokens, null);
  assert.match(totals(), / · at least \$1\.00 · at least 2,468 tokens in \(400 cached\), 1,000 out$/);
});

test('an implementation is told with its branch, its commit and its pull request', () => {
  const code = { branch: 'agentos/138', commit: 'abcdef0123456789' };
  const tasks = ['138', '139'].map((id) => ({ ...planned(id), workflow: 'implement' as const }));
  const batch = new RecordedBatch(['138', '139'], { workflow: 'implement', tasks }).begin('138').begin('139');
  batch.add({ kind: 'task-done', task: '138', files: [], runningMs: 1, code }).reject('139', 'no');
  const link = { number: 12, url: 'https://github.com/o/r/pull/12' };
  const summary = summarise(batch, { pullRequestOf: ({ id }) => (id === '138' ? link : null) });
  assert.deepEqual(
    summary.tasks.map(({ branch, commit, pullRequest }) => ({ branch, commit, pullRequest })),
    [
      { ...code, pullRequest: link },
      { branch: null, commit: null, pullRequest: null },
    ],
  );
  const lines = renderSummary(summary, batch.record);
  assert.ok(lines.includes('Code on agentos/138 (abcdef012345, #12); nothing was merged'), lines.join('\n'));
});
