import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { executeTasksParallel, type ParallelConfig } from '../../src/index.ts';
import { leaveUnmeasured, Workspace } from '../workspace.ts';
import { actsUrl, fatesOf, makeActs, runActs, valuesOf } from './run-acts.ts';

test('every task has a result, in the order of the tasks, with what its executor returned', async () => {
  const payloads = ['text', 7n, new Map([['a', new Date(0)]]), undefined, Buffer.from('x'), [null]];
  const tasks = payloads.map((payload, at) => ({ id: `p${9 - at}`, act: 'echo', payload }));
  const results = await runActs(tasks, { parallel: 3 });
  assert.deepEqual([...results.keys()], ['p9', 'p8', 'p7', 'p6', 'p5', 'p4']);
  assert.deepEqual(valuesOf(results).map(String), payloads.map(String));
  assert.deepEqual(valuesOf(results)[2], payloads[2]);
});

test('no tasks are a result, too', async () => {
  assert.deepEqual([...(await runActs([]))], []);
});

test('whatever ends one worker costs that task alone its attempts', async () => {
  const crashes = ['exit', 'killItself', 'throw', 'outOfMemory'];
  const tasks = crashes.flatMap((act, at) => [
    { id: `bad-${act}`, act },
    { id: `good${at}`, act: 'echo', payload: at },
  ]);
  const results = await runActs(tasks, { parallel: 4, workerHeapMb: 64 });
  assert.deepEqual(fatesOf(results), {
    'bad-exit': 'crash',
    good0: 'done',
    'bad-killItself': 'crash',
    good1: 'done',
    'bad-throw': 'defect',
    good2: 'done',
    'bad-outOfMemory': 'crash',
    good3: 'done',
  });
  const memory = results.get('bad-outOfMemory');
  assert.match(memory?.kind === 'failed' ? memory.failure.message : '', /out of memory .*64 MB/);
});

test('an endless loop ends at its time, and its successor works', async () => {
  const tasks = [{ id: 'loop', act: 'spin' }, ...makeActs('echo', 3)];
  const results = await runActs(tasks, { parallel: 1, taskTimeoutMs: 1500, maxAttempts: 1 });
  assert.deepEqual(fatesOf(results), { loop: 'timeout', t0: 'done', t1: 'done', t2: 'done' });
});

test('a task starts as often as it may, and no oftener', async () => {
  using place = new Workspace();
  for (const maxAttempts of [1, 3]) {
    const file = place.path(`attempts-${maxAttempts}`);
    await runActs([{ id: 'crash', act: 'noteAndExit', file }], { maxAttempts });
    assert.equal(readFileSync(file, 'utf8'), '+crash\n'.repeat(maxAttempts));
  }
});

test('what a task left running in its worker does not keep the batch', async () => {
  assert.deepEqual(valuesOf(await runActs([{ id: 'late', act: 'spinLater' }])), ['returned']);
});

test('executors see the given environment, and of ours nothing but the basics', async () => {
  leaveUnmeasured();
  process.env['AGENTOS_TEST_SECRET'] = 'secret';
  const [basic] = valuesOf(await runActs(makeActs('environment', 1)));
  const [own] = valuesOf(await runActs(makeActs('environment', 1), { environment: { MINE: '1' } }));
  delete process.env['AGENTOS_TEST_SECRET'];
  const ours = /^(AGENTOS_|TRACE|NODE_CHANNEL)/;
  const namesOf = (value: unknown) => Object.keys(value ?? {}).filter((name) => !ours.test(name) && name !== '_');
  assert.ok(!JSON.stringify(basic).includes('secret'));
  const allowed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];
  assert.deepEqual(
    namesOf(basic).filter((name) => !allowed.includes(name)),
    [],
  );
  assert.deepEqual(namesOf(own), ['MINE']);
});

test('an executor that cannot be used is refused, before or at its first attempt', async () => {
  const run = (executor: URL | string) => executeTasksParallel([{ id: 'a' }], { parallel: 1 }, executor);
  const invalid = { name: 'AgentOsError', code: 'EXECUTOR_INVALID' };
  await assert.rejects(run('https://example.org/a.mjs'), invalid);
  await assert.rejects(run('./acts.mjs'), invalid);
  await assert.rejects(run(new URL('./missing.mjs', actsUrl)), invalid);
  await assert.rejects(Reflect.apply(run, undefined, [() => 1]), invalid);
  for (const name of ['no-default.mjs', 'broken.mjs']) {
    assert.deepEqual(fatesOf(await run(new URL(name, actsUrl))), { a: 'input' }, name);
  }
  assert.deepEqual(fatesOf(await run(actsUrl.href)), { a: 'defect' }, 'a URL as text is one, too');
});

test('a value that cannot cross a process fails its task at once', async () => {
  assert.deepEqual(
    fatesOf(
      await runActs([
        { id: 'a', act: 'uncloneable' },
        { id: 'b', act: 'nothing' },
      ]),
    ),
    {
      a: 'input',
      b: 'done',
    },
  );
});

test('tasks and options that cannot be used are refused before anything starts', async () => {
  using place = new Workspace();
  const file = place.path('started');
  const note = { act: 'note', file };
  const cases: [{ id: string; act: string }[], Partial<ParallelConfig>, string][] = [
    [[{ id: '../up', ...note }], {}, 'ID_UNSAFE'],
    [
      [
        { id: 'a', ...note },
        { id: 'a', ...note },
      ],
      {},
      'ID_DUPLICATE',
    ],
    [
      [
        { id: 'a', ...note },
        { id: 'A', ...note },
      ],
      {},
      'ID_DUPLICATE',
    ],
    [[{ id: 'a', ...note, ...{ call: () => {} } }], {}, 'TASK_UNCLONEABLE'],
    [[{ id: 'a', ...note }], { parallel: 0 }, 'OPTION_INVALID'],
    [[{ id: 'a', ...note }], { parallel: Number.NaN }, 'OPTION_INVALID'],
    [[{ id: 'a', ...note }], { maxParallel: 65 }, 'OPTION_INVALID'],
    [[{ id: 'a', ...note }], { taskTimeoutMs: 1.5 }, 'OPTION_INVALID'],
    [[{ id: 'a', ...note }], { baseDir: '/dev/null/state' }, 'FILE_UNWRITABLE'],
  ];
  for (const [tasks, config, code] of cases) await assert.rejects(runActs(tasks, config), { code }, code);
  assert.throws(() => readFileSync(file), { code: 'ENOENT' });
});
