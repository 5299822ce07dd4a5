import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  /** The number of who leads its session, or its group where the system says no more. */
  readonly leaderPid: number;
  /** In the system's own unit; '' where the system does not say. */
  readonly startTime: string;
}

const hasProc = process.platform === 'linux';

/** A process that was started with a session of its own, and how many were before it: by this all since are told from the rest. */
export interface Birth {
  readonly pid: number;
  /** As `countBirths` said before it was started. */
  readonly births: number;
}

/** All of them; those born since a process, and perhaps others, where one is given. */
export function listProcesses(since: Birth | null = null): ProcessEntry[] {
  return hasProc ? listProc(since) : listByPs();
}

/** Of all processes and threads since the machine started; not a number where the system does not say. */
export function countBirths(): number {
  return Number(tryRead('/proc/stat').match(/^processes (\d+)$/m)?.[1]);
}

/** Numbers in use are passed over, and a birth may fail. */
const spareNumbers = 4096;

/** Numbers are given in ascending order, until they begin anew: so many births ago they had not. */
function isAscendingSince({ pid, births }: Birth): boolean {
  const highest = Number(tryRead('/proc/sys/kernel/pid_max'));
  return pid + (countBirths() - births) + spareNumbers < highest;
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Null if there is no such process (any more), or it has ended and only waits to be noticed. */
export function findProcess(pid: number): ProcessEntry | null {
  return hasProc ? readStat(pid) : (listByPs().find((entry) => entry.pid === pid) ?? null);
}

/** Whether a process was started with one of these assignments in its environment. */
export function hasVariable(pid: number, assignments: readonly string[]): boolean {
  if (assignments.length === 0) return false;
  try {
    const environment = new Set(readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0'));
    return assignments.some((assignment) => environment.has(assignment));
  } catch {
    return false;
  }
}

/** Direct children only; false where the system does not say. */
export function hasChildren(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1') !== '';
  } catch {
    return false;
  }
}

function listProc(since: Birth | null): ProcessEntry[] {
  const first = since !== null && isAscendingSince(since) ? since.pid : 0;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) >= first)
    .flatMap((name) => readStat(Number(name)) ?? []);
}

/** The name, in brackets, may hold anything: fields count from its end. */
function readStat(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, parent, , session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    return { pid, parentPid: Number(parent), leaderPid: Number(session), startTime: rest[15] ?? '' };
  } catch {
    return null;
  }
}

function listByPs(): ProcessEntry[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,lstart='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, leader, startTime = ''] = line.match(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/) ?? [];
    if (pid === undefined) return [];
    return [{ pid: Number(pid), parentPid: Number(parent), leaderPid: Number(leader), startTime }];
  });
}
