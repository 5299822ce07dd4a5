import { statfsSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { type Figure, isMet, renderFigures } from '../requirements/figure.ts';
import { measureLeftovers } from './leftovers.ts';
import { measureOccupancy } from './occupancy.ts';
import { measureGitCalls, measureOverhead } from './overhead.ts';

/**
 * The implementation workflow with agents that play a script: what it takes beside agents and tests, how often it asks
 * git, how near a batch comes to the ideal, and what it leaves behind. The built program runs in repositories of its own;
 * tests are a command of 50 ms that is confined where that works. It needs a machine that is not busy: the load is told.
 * Repositories are in memory where there is room, because each task writes and removes two checkouts: what a disk takes for
 * that is not ours, and differs by a factor of two from one file system to the next. `--in` measures with one.
 */
const options = {
  /** `overhead`, `calls`, `occupancy` or `leftovers`; all if none is named. */
  only: { type: 'string', multiple: true },
  /** How many tasks the long batch has. */
  tasks: { type: 'string', default: '200' },
  json: { type: 'boolean' },
  /** Where the repositories are made. */
  in: { type: 'string', default: findMemory() ?? tmpdir() },
} as const;
const { values } = parseArgs({ options });
const measurements: Readonly<Record<string, () => Promise<Figure[]>>> = {
  calls: measureGitCalls,
  overhead: () => measureOverhead(32),
  occupancy: () => measureOccupancy(20),
  leftovers: () => measureLeftovers(Number(values.tasks)),
};
process.env['TMPDIR'] = values.in;
const figures: Figure[] = [];
for (const name of values.only ?? Object.keys(measurements)) {
  const measure = measurements[name];
  if (measure === undefined) throw new Error(`${name} is none of ${Object.keys(measurements).join(', ')}`);
  process.stderr.write(`measuring ${name} in ${values.in} at a load of ${loadavg()[0]?.toFixed(1)} …\n`);
  figures.push(...(await measure()));
}
process.stdout.write(values.json ? `${JSON.stringify({ figures }, null, 1)}\n` : renderFigures(figures));
process.exitCode = figures.every(isMet) ? 0 : 1;

/** Linux keeps files in memory there; containers may have little of it. */
function findMemory(): string | null {
  const [folder, leastBytes] = ['/dev/shm', 1024 ** 3];
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= leastBytes ? folder : null;
  } catch {
    return null;
  }
}
