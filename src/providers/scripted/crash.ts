import type { Play } from './script.ts';

const exitCode = 7;

/** Ends the worker, or its usefulness, in the way that the script asks for. */
export function crash(how: NonNullable<Play['crash']>, exit: (code: number) => never): never {
  if (how === 'exit') return exit(exitCode);
  if (how === 'memory') return hoard();
  if (how === 'throw') throw new Error('thrown because the script says so');
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  return spin();
}

function spin(): never {
  for (;;);
}

/** Numbers of their own fill the heap itself, which is what the limit of a worker is for. */
function hoard(): never {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, () => Math.random()));
}
