import { executeTasksParallel } from '../../dist/index.js';

/**
 * Runs tasks by the built library in a process of its own. Says how long the call took, when each task ended, when all
 * that only warmed the workers had, and the peak of this process's memory.
 */
const { count, parallel, ms, isDurable, warmMs, baseDir } = JSON.parse(process.argv[2]);
const warmUntilAt = Date.now() + (warmMs ?? 0);
const warming = warmMs === undefined ? 0 : parallel;
const tasks = [
  ...Array.from({ length: warming }, (_, at) => ({ id: `warm${at}`, untilAt: warmUntilAt })),
  ...Array.from({ length: count }, (_, at) => ({ id: `t${at}`, ms, isDurable })),
];
const config = { parallel, maxParallel: 64, ...(baseDir === undefined ? {} : { baseDir }) };
const startedMs = performance.now();
const results = await executeTasksParallel(tasks, config, new URL('./stamp-executor.mjs', import.meta.url));
const elapsedMs = performance.now() - startedMs;
const values = [...results.values()].map((result) => {
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.value;
});
const warmedAt = Math.max(0, ...values.slice(0, warming));
const endsAt = values.slice(warming).sort((a, b) => a - b);
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ elapsedMs, warmedAt, endsAt, peakMb }));
