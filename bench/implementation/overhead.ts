import { median } from '../median.ts';
import type { Figure } from '../requirements/figure.ts';
import { type RanBatch, runBatch } from './batch.ts';
import { countGitCalls } from './git-calls.ts';
import { ImplementationGround, timeTests } from './repository.ts';

const mostAloneMs = 500;
const mostBesideMs = 200;
const mostCalls = 25;
const parallel = 8;
const noWaiting = { writeTestsMs: 0, implementMs: 0 };

/** What a task takes beside its agent, who is done at once here, and its tests: one after the other, then many at once. */
export async function measureOverhead(tasks: number): Promise<Figure[]> {
  const alone = 6;
  using ground = await ImplementationGround.open({ ...noWaiting, tasks: alone + tasks });
  const testMs = timeTests(ground);
  const one = await runBatch(ground, count(1, alone), 1);
  const many = await runBatch(ground, count(alone + 1, tasks), parallel);
  const testsOf = ({ testRuns }: RanBatch) => testRuns * testMs;
  return [
    {
      what: 'own time of a task, one after the other',
      measured: median(one.taskMs) - testsOf(one) / one.tasks,
      limit: mostAloneMs,
      isMost: true,
      unit: 'ms',
      trouble: one.trouble,
      raw: { testMs, testRunsOfTask: one.testRuns / one.tasks, firstTaskMs: one.taskMs[0] ?? 0, ...describe(one) },
    },
    {
      what: `own time of a task, ${tasks} tasks, --parallel ${parallel}`,
      // Tests only wait: as many at once as there are workers.
      measured: (many.tasksMs - testsOf(many) / parallel) / many.tasks,
      limit: mostBesideMs,
      isMost: true,
      unit: 'ms',
      trouble: many.trouble,
      raw: { testMs, ...describe(many) },
    },
  ];
}

/** All of a batch of one task, with what is asked before it starts. */
export async function measureGitCalls(): Promise<Figure[]> {
  using ground = await ImplementationGround.open({ ...noWaiting, tasks: 2 });
  const [first, second] = [await countGitCalls(ground, [1]), await countGitCalls(ground, [2])];
  const [before, ofTask] = first.calls;
  return [
    {
      what: 'calls of git for a task',
      measured: ofTask,
      limit: mostCalls,
      isMost: true,
      unit: 'calls',
      trouble: first.trouble ?? second.trouble,
      raw: { ofTask, ofSecondBatch: second.calls[1], beforeTasks: before },
    },
  ];
}

/** Where it went: step by step, and in the processor. */
function describe({
  tasks,
  wallMs,
  coordinatorCpuMs,
  treeCpuMs,
  stepMs,
  isConfined,
}: RanBatch): Record<string, number> {
  const steps = Object.entries(stepMs).map(([name, ms]) => [`${name} ms`, ms / tasks] as const);
  return {
    commandMs: wallMs,
    coordinatorCpuMs,
    cpuMsOfTask: treeCpuMs / tasks,
    confined: Number(isConfined),
    ...Object.fromEntries(steps.filter(([, ms]) => ms >= 1)),
  };
}

function count(first: number, length: number): number[] {
  return Array.from({ length }, (_, at) => first + at);
}
