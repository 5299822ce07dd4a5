import { findGnuParallel } from './prefix-peers.ts';
import { timeProcess } from './timed-process.ts';

export interface CommandRunners {
  /** The time of `count` commands at 8, from spawn to exit; NaN if the tool is not there. */
  gnuParallelMs(count: number, command: readonly string[]): number;
  xargsMs(count: number, command: readonly string[]): number;
}

/** What others use to run commands N at a time. */
export function findCommandRunners(folder: string): CommandRunners {
  const gnu = findGnuParallel(folder, []);
  return {
    gnuParallelMs(count, command) {
      if (gnu === null) return Number.NaN;
      const jobs = ['--will-cite', '-N0', '--jobs', '8', ...command, ':::', ...Array(count).fill('x')];
      return timeProcess(gnu.command, jobs, folder);
    },
    xargsMs: (count, command) =>
      timeProcess('sh', ['-c', `seq ${count} | xargs -P 8 -I{} ${command.join(' ')}`], folder),
  };
}
