import type { Figure } from '../requirements/figure.ts';
import { runBatch } from './batch.ts';
import { ImplementationGround, timeTests } from './repository.ts';

const parallel = 10;
const leastShare = 0.8;
const times = { writeTestsMs: 2000, implementMs: 3000 };

/** Agents of five seconds at ten workers: how near a batch comes to what agents and tests take alone. */
export async function measureOccupancy(tasks: number): Promise<Figure[]> {
  using ground = await ImplementationGround.open({ ...times, tasks });
  const testMs = timeTests(ground);
  const ids = Array.from({ length: tasks }, (_, at) => at + 1);
  const { trouble, testRuns, tasksMs, wallMs, coordinatorCpuMs, treeCpuMs } = await runBatch(ground, ids, parallel);
  const agentMs = times.writeTestsMs + times.implementMs;
  const idealMs = Math.ceil(tasks / parallel) * (agentMs + (testRuns / tasks) * testMs);
  return [
    {
      what: `${tasks} tasks, agents of ${agentMs / 1000} s, --parallel ${parallel}: share of the ideal`,
      measured: idealMs / wallMs,
      limit: leastShare,
      isMost: false,
      unit: '×',
      trouble,
      raw: { idealMs, commandMs: wallMs, tasksMs, testMs, testRuns, coordinatorCpuMs, treeCpuMs },
    },
  ];
}
