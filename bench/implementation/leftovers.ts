import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../requirements/figure.ts';
import { runBatch } from './batch.ts';
import { ImplementationGround } from './repository.ts';

const parallel = 8;
const sampleMs = 500;

/** After many tasks: what is still open, running or lying about. Linux only. */
export async function measureLeftovers(tasks: number): Promise<Figure[]> {
  using ground = await ImplementationGround.open({ tasks, writeTestsMs: 0, implementMs: 0 });
  const ids = Array.from({ length: tasks }, (_, at) => at + 1);
  const open: number[] = [];
  const timer = setInterval(() => open.push(mostOpenFiles(ground.folder)), sampleMs);
  const { trouble, wallMs } = await runBatch(ground, ids, parallel).finally(() => clearInterval(timer));
  // Of the processes that are there all the time; what is open for a moment comes and goes in both halves.
  const half = open.length >> 1;
  const [early, late] = [Math.max(...open.slice(0, half)), Math.max(...open.slice(half))];
  const left = {
    processes: listProcessesIn(ground.folder).length,
    worktrees: ground.git('worktree', 'list', '--porcelain').split('\n\n').filter(Boolean).length - 1,
    folders: listNames(join(ground.folder, '.agentos/worktrees')).length,
    checkpoints: listNames(join(ground.folder, '.agentos/checkpoints')).length,
    homes: listHomes(ground.folder),
    openFiles: Math.max(0, late - early - 2),
  };
  return [
    {
      what: `left after ${tasks} tasks: open files, processes, worktrees`,
      measured: Object.values(left).reduce((sum, each) => sum + each, 0),
      limit: 0,
      isMost: true,
      unit: 'left',
      trouble,
      raw: { ...left, mostOpenEarly: early, mostOpenLate: late, commandMs: wallMs },
    },
  ];
}

/** Whoever works there, or was told of it. */
function listProcessesIn(folder: string): string[] {
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && name !== String(process.pid) && isIn(name, folder),
  );
}

function isIn(pid: string, folder: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return words.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}

/** Of one of its processes. */
function mostOpenFiles(folder: string): number {
  return Math.max(0, ...listProcessesIn(folder).map((pid) => listNames(`/proc/${pid}/fd`).length));
}

function listHomes(folder: string): number {
  const batches = join(folder, '.agentos/batches');
  const homes = listNames(batches).map((batch) => listNames(join(batches, batch, 'agent-homes')));
  return homes.flat().filter((name) => name !== 'empty').length;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
