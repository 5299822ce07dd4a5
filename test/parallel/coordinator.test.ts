import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptEnd } from '../../src/model/attempt.ts';
import type { FailureCode } from '../../src/model/failure.ts';
import { type CoordinatedTask, type CoordinatorOptions, ParallelCoordinator } from '../../src/parallel/coordinator.ts';
import { makeRandom } from '../random.ts';
import { VirtualClock } from './virtual-clock.ts';

const done: AttemptEnd = { kind: 'done', files: [], value: null };

function makeTasks(count: number): CoordinatedTask[] {
  return Array.from({ length: count }, (_, at) => ({ id: `t${at}`, conflictsWith: [] }));
}

function failed(code: FailureCode): AttemptEnd {
  return { kind: 'failed', failure: { code, message: code } };
}

interface Run {
  readonly story: string[];
  readonly fates: Record<string, string>;
}

/** `start` counts how often the task was started, waits included; `attempt` only failures that burn one. */
type Execute = (task: CoordinatedTask, start: number, clock: VirtualClock, attempt: number) => Promise<AttemptEnd>;

/** Runs in virtual time and writes down everything that is told. */
async function run(
  tasks: readonly CoordinatedTask[],
  execute: Execute,
  options: Partial<CoordinatorOptions<CoordinatedTask>> = {},
  meanwhile: (coordinator: ParallelCoordinator<CoordinatedTask>, clock: VirtualClock) => void = () => {},
): Promise<Run> {
  const clock = new VirtualClock();
  const story: string[] = [];
  const tell = (text: string) => void story.push(`${clock.now()} ${text}`);
  const coordinator = new ParallelCoordinator<CoordinatedTask>({
    parallel: 3,
    clock,
    listener: {
      onAttemptFailed: ({ id }, attempt, { code }) => tell(`${id} attempt ${attempt} failed: ${code}`),
      onParked: ({ id }, parking) => tell(`${id} parked for ${parking.for}`),
      onEnded: ({ id }, fate) => tell(`${id} ${fate.kind}`),
      onStopping: (reason) => tell(`stopping: ${reason}`),
      ...options.listener,
    },
    ...options,
  });
  meanwhile(coordinator, clock);
  const starts = new Map<string, number>();
  const running = coordinator.run(tasks, async (task, attempt) => {
    const start = (starts.get(task.id) ?? 0) + 1;
    starts.set(task.id, start);
    tell(`${task.id} started`);
    return await execute(task, start, clock, attempt);
  });
  const fates = await clock.drive(running);
  const codeOf = (fate: { kind: string; failure?: { code: string } }) => fate.failure?.code ?? fate.kind;
  return { story, fates: Object.fromEntries([...fates].map(([id, fate]) => [id, codeOf(fate)])) };
}

function parkedFor(clock: VirtualClock, ms: number, cause: FailureCode = 'limit', heldMs = 0): AttemptEnd {
  return { kind: 'parked', for: 'time', untilAt: clock.now() + ms, reason: 'over the limit', cause, heldMs };
}

test('a task that waits holds no place', async () => {
  const { story, fates } = await run(
    makeTasks(3),
    async ({ id }, start, clock) => {
      await clock.sleep(10);
      return id === 't0' && start === 1 ? parkedFor(clock, 1000) : done;
    },
    { parallel: 1 },
  );
  assert.deepEqual(fates, { t0: 'done', t1: 'done', t2: 'done' });
  assert.deepEqual(story, [
    '1000000 t0 started',
    '1000010 t0 parked for time',
    '1000010 t1 started',
    '1000020 t1 done',
    '1000020 t2 started',
    '1000030 t2 done',
    '1001010 t0 started',
    '1001020 t0 done',
  ]);
});

/** The ids of all starts, in their order. */
const startsOf = ({ story }: Run) => story.flatMap((line) => line.match(/ (\w+) started$/)?.[1] ?? []);

test('a task that waited for long keeps its place: before those that began later, and before new ones', async () => {
  const waits: Record<string, number> = { t0: 1000, t1: 500 };
  const told = await run(
    makeTasks(4),
    async ({ id }, start, clock) => {
      await clock.sleep(id === 't2' ? 2000 : 10);
      return start === 1 && waits[id] !== undefined ? parkedFor(clock, waits[id]) : done;
    },
    { parallel: 1 },
  );
  assert.deepEqual(startsOf(told), ['t0', 't1', 't2', 't0', 't1', 't3']);
});

test('of tasks that wait for the same moment, the one that began first goes on first', async () => {
  const until = 1_001_000;
  const runs: Record<string, number> = { t0: 20, t1: 10, t2: 5000, t3: 970 };
  const told = await run(
    makeTasks(4),
    async ({ id }, start, clock) => {
      await clock.sleep(runs[id] ?? 0);
      return start === 1 && ['t0', 't1'].includes(id) ? parkedFor(clock, until - clock.now()) : done;
    },
    { parallel: 2 },
  );
  assert.deepEqual(startsOf(told), ['t0', 't1', 't2', 't3', 't0', 't1']);
  assert.deepEqual(
    told.story.filter((line) => line.startsWith(`${until} `)),
    [`${until} t0 started`],
  );
});

test('a task that is sent away again and again is not overtaken for ever', async () => {
  const limits = { parallel: 1, maxWaitMs: 60_000 };
  const told = await run(
    makeTasks(30),
    async ({ id }, start, clock) => {
      await clock.sleep(100);
      return id === 't0' && start <= 3 ? parkedFor(clock, 150) : done;
    },
    limits,
  );
  assert.equal(told.fates['t0'], 'done');
  assert.ok(startsOf(told).lastIndexOf('t0') <= 10, startsOf(told).join(' '));
});

test('waiting ends at its bound, with the cause of the wait', async () => {
  let attempts = 0;
  const { fates } = await run(
    makeTasks(1),
    async (_task, _attempt, clock) => {
      attempts += 1;
      return parkedFor(clock, 1000, 'outage');
    },
    { maxWaitMs: 3500 },
  );
  assert.deepEqual(fates, { t0: 'outage' });
  assert.equal(attempts, 4);
});

test('what a task was held for inside its worker counts as waiting', async () => {
  let attempts = 0;
  const { fates } = await run(
    makeTasks(1),
    async (_task, _attempt, clock) => {
      attempts += 1;
      return parkedFor(clock, 1000, 'limit', 30_000);
    },
    { maxWaitMs: 100_000 },
  );
  assert.deepEqual([fates, attempts], [{ t0: 'limit' }, 4]);
});

test('a wait longer than the whole bound is not begun', async () => {
  const { story } = await run(makeTasks(1), async (_task, _attempt, clock) => parkedFor(clock, 9999), {
    maxWaitMs: 5000,
  });
  assert.deepEqual(story, ['1000000 t0 started', '1000000 t0 failed']);
});

test('waits and crashes of earlier runs count', async () => {
  const used = () => ({ burnedAttempts: 1, waitedMs: 4000 });
  const parked = await run(makeTasks(1), async (_t, _a, clock) => parkedFor(clock, 1500), { maxWaitMs: 5000, used });
  assert.deepEqual(parked.fates, { t0: 'limit' });
  const attempts: number[] = [];
  const crash: Execute = async (_task, _start, _clock, attempt) => {
    attempts.push(attempt);
    return failed('crash');
  };
  const crashed = await run(makeTasks(1), crash, { used });
  assert.deepEqual([crashed.fates, attempts], [{ t0: 'crash' }, [2]]);
});

test('a crash, a timeout and a defect may be repeated; what would only happen again is not', async () => {
  for (const code of ['crash', 'timeout', 'defect', 'input', 'output', 'auth', 'damaged'] as const) {
    let attempts = 0;
    const execute = async () => {
      attempts += 1;
      return failed(code);
    };
    assert.deepEqual((await run(makeTasks(1), execute, { maxAttempts: 3 })).fates, { t0: code });
    assert.equal(attempts, ['crash', 'timeout', 'defect'].includes(code) ? 3 : 1, code);
  }
});

test('one poisoned task fails in every attempt, and all others finish', async () => {
  const { fates } = await run(makeTasks(40), async ({ id }) => {
    if (id === 't3') throw new Error('poison');
    return done;
  });
  const { t3, ...others } = fates;
  assert.equal(t3, 'defect');
  assert.deepEqual(new Set(Object.values(others)), new Set(['done']));
});

test('five tasks that fail of one shared cause stop the batch', async () => {
  const { fates, story } = await run(makeTasks(20), async () => failed('auth'), { parallel: 1 });
  const kinds = Object.values(fates);
  assert.deepEqual(kinds, [...Array(5).fill('auth'), ...Array(15).fill('cancelled')]);
  assert.ok(story.some((line) => line.includes('stopping: 5 tasks in a row failed of the same cause: auth')));
});

test('tasks that fail of their own fault, or now and then, stop nothing', async () => {
  for (const codeOf of [
    (_at: number): FailureCode => 'input',
    (_at: number): FailureCode => 'crash',
    (at: number): FailureCode => (at % 2 === 0 ? 'auth' : 'network'),
  ]) {
    const execute: Execute = async ({ id }) => failed(codeOf(Number(id.slice(1))));
    const { fates } = await run(makeTasks(20), execute, { parallel: 1, maxAttempts: 1 });
    assert.ok(!Object.values(fates).includes('cancelled'));
  }
  const mostly: Execute = async ({ id }) => (Number(id.slice(1)) % 5 === 4 ? done : failed('network'));
  const { fates } = await run(makeTasks(20), mostly, { parallel: 1 });
  assert.ok(!Object.values(fates).includes('cancelled'), 'a success in between is proof that it works');
});

test('a failing disk stops the batch at once', async () => {
  const { fates } = await run(makeTasks(4), async () => failed('storage'), { parallel: 1 });
  assert.deepEqual(fates, { t0: 'storage', t1: 'cancelled', t2: 'cancelled', t3: 'cancelled' });
});

test('stopped before it runs, it starts nothing', async () => {
  const { fates, story } = await run(
    makeTasks(2),
    async () => done,
    {},
    (coordinator) => coordinator.stop('early'),
  );
  assert.deepEqual(fates, { t0: 'cancelled', t1: 'cancelled' });
  assert.ok(!story.some((line) => line.includes('started')));
});

test('stopped while it runs, what runs may end, what waits is cancelled, and nothing is repeated', async () => {
  const ends: Record<string, AttemptEnd> = { t0: done, t1: failed('crash'), t2: { kind: 'stopped' } };
  const execute: Execute = async ({ id }, start, clock) => {
    if (id === 't3' && start === 1) return parkedFor(clock, 50);
    await clock.sleep(100);
    return ends[id] ?? done;
  };
  const { fates } = await run(makeTasks(6), execute, { parallel: 4 }, (coordinator, clock) => {
    clock.after(20, () => coordinator.stop('enough'));
  });
  const left = { t1: 'cancelled', t2: 'cancelled', t3: 'cancelled', t5: 'cancelled' };
  assert.deepEqual(fates, { t0: 'done', t4: 'done', ...left });
});

test('what ends a worker while the batch stops costs its task an attempt, and the task only if it was the last', async () => {
  const execute: Execute = async (_task, _start, clock) => {
    await clock.sleep(100);
    return failed('crash');
  };
  const used = ({ id }: CoordinatedTask) => ({ burnedAttempts: id === 't0' ? 1 : 0, waitedMs: 0 });
  const { fates } = await run(makeTasks(2), execute, { used }, (coordinator, clock) => {
    clock.after(20, () => coordinator.stop('enough'));
  });
  assert.deepEqual(fates, { t0: 'crash', t1: 'cancelled' });
});

test('a person’s answer brings a parked task back while others run; without one the batch ends without it', async () => {
  const gate: AttemptEnd = { kind: 'parked', for: 'person', gate: 'review', reason: 'looks odd' };
  const execute: Execute = async ({ id }, start, clock) => {
    if (id === 't0' && start === 1) return gate;
    if (id === 't1') return gate;
    await clock.sleep(5000);
    return done;
  };
  const { fates } = await run(makeTasks(3), execute, { listener: { hasAnswer: ({ id }) => id === 't0' } });
  assert.deepEqual(fates, { t0: 'done', t1: 'parked', t2: 'done' });
});

test('an answer that comes right before the last other task ends is not left to a resume', async () => {
  const gate: AttemptEnd = { kind: 'parked', for: 'person', gate: 'review', reason: 'looks odd' };
  let isAnswered = false;
  const execute: Execute = async ({ id }, start, clock) => {
    if (id === 't0') return start === 1 ? gate : done;
    await clock.sleep(300);
    isAnswered = true;
    return done;
  };
  const { fates } = await run(makeTasks(2), execute, { listener: { hasAnswer: () => isAnswered } });
  assert.deepEqual(fates, { t0: 'done', t1: 'done' });
});

test('no more run at once than asked for, and never more than 64', () => {
  const parallelOf = (parallel: number, maxParallel?: number) =>
    new ParallelCoordinator({ parallel, ...(maxParallel === undefined ? {} : { maxParallel }) }).parallel;
  assert.deepEqual([parallelOf(3), parallelOf(99), parallelOf(99, 40), parallelOf(999, 999)], [3, 10, 40, 64]);
  assert.deepEqual([parallelOf(0), parallelOf(2.9)], [1, 2]);
});

test('a task that is given twice is refused', async () => {
  const [task = { id: 't0', conflictsWith: [] }] = makeTasks(1);
  const coordinator = new ParallelCoordinator<CoordinatedTask>({ parallel: 1 });
  await assert.rejects(
    coordinator.run([task, task], async () => done),
    { code: 'ID_DUPLICATE' },
  );
});

/** A small generator of numbers from 0 to 1: the same for the same seed. */
/** Forty tasks to which anything may happen, some of them in conflict, stopped late or not at all. */
async function simulate(seed: number): Promise<Run & { readonly conflicts: number; readonly most: number }> {
  const random = makeRandom(seed);
  const tasks = makeTasks(40).map(({ id }, at) => ({ id, conflictsWith: random() < 0.3 ? [`t${(at * 7) % 40}`] : [] }));
  const running = new Set<CoordinatedTask>();
  let conflicts = 0;
  let most = 0;
  const execute: Execute = async (task, _attempt, clock) => {
    for (const other of running) {
      if (other.conflictsWith.includes(task.id) || task.conflictsWith.includes(other.id)) conflicts += 1;
    }
    running.add(task);
    most = Math.max(most, running.size);
    await clock.sleep(Math.ceil(random() * 500));
    running.delete(task);
    const draw = random();
    if (draw < 0.1) throw new Error('defect');
    if (draw < 0.2) return failed('crash');
    if (draw < 0.3) return failed('network');
    if (draw < 0.5) return parkedFor(clock, random() * 60_000);
    return done;
  };
  const told = await run(tasks, execute, { parallel: 4, maxWaitMs: 90_000 }, (coordinator, clock) => {
    if (random() < 0.3) clock.after(random() * 20_000, () => coordinator.stop('enough'));
  });
  return { ...told, conflicts, most };
}

test('the same seed twice tells the same story to the last word', async () => {
  const stories = new Set<string>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const [one, other] = [await simulate(seed), await simulate(seed)];
    assert.deepEqual(one, other, `seed ${seed}`);
    stories.add(one.story.join('\n'));
    assert.equal(one.conflicts, 0, `seed ${seed}: tasks in conflict ran at once`);
    assert.ok(one.most <= 4, `seed ${seed}: ${one.most} ran at once`);
    assert.equal(Object.keys(one.fates).length, 40, `seed ${seed}: every task has a fate`);
  }
  assert.equal(stories.size, 200, 'another seed tells another story');
});

test('a task that is done goes on under the same id, before others begin, and never beside a conflict', async () => {
  const next = new Map([
    ['t0', { id: 't0', conflictsWith: [] }],
    ['t1', { id: 't1', conflictsWith: ['t0'] }],
  ]);
  const { story, fates } = await run(
    makeTasks(4),
    async ({ id }, start, clock) => {
      await clock.sleep(id === 't0' ? 10 : 11);
      return id === 't0' && start === 2 ? failed('crash') : done;
    },
    {
      parallel: 2,
      follow({ id }) {
        const following = next.get(id) ?? null;
        next.delete(id);
        return following;
      },
    },
  );
  assert.deepEqual(fates, { t0: 'done', t1: 'done', t2: 'done', t3: 'done' });
  const since = (line: string) => line.replace(/^\d+/, (at) => String(Number(at) - 1_000_000));
  assert.deepEqual(story.map(since), [
    ...['0 t0 started', '0 t1 started'],
    // Its second workflow; t1 may not go on beside it.
    ...['10 t0 started', '11 t2 started'],
    ...['20 t0 attempt 1 failed: crash', '20 t0 started', '22 t2 done', '22 t3 started'],
    ...['30 t0 done', '30 t1 started', '33 t3 done', '41 t1 done'],
  ]);
});

test('a task that could go on when the batch stops is cancelled, and left to a resume', async () => {
  const { fates } = await run(
    makeTasks(1),
    async (_task, _start, clock) => {
      await clock.sleep(10);
      return done;
    },
    { follow: (task) => task },
    (coordinator, clock) => void clock.after(5, () => coordinator.stop('enough')),
  );
  assert.deepEqual(fates, { t0: 'cancelled' });
});
