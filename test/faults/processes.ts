import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { projectDir } from '../workspace.ts';

/** How a process ended, and what it said. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<Ending>;
}

export interface StartOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** It is killed then; never, if that is infinite. */
  readonly longestMs?: number;
}

/** Nothing here takes that long: a batch that does hangs. */
const longestRunMs = 60_000;

export const bin = join(projectDir, 'bin/agentos.cjs');

/** The built program, as a user starts it. */
export function startAgentos(args: readonly string[], options: StartOptions): Started {
  return start([process.execPath, bin, ...args], options);
}

export async function runAgentos(args: readonly string[], options: StartOptions): Promise<Ending> {
  return await startAgentos(args, options).ended;
}

/** The same through `sh`, for what only a shell can set up; `"$@"` is the program with its arguments. */
export function startByShell(script: string, args: readonly string[], options: StartOptions): Started {
  return start(['sh', '-c', script, 'sh', process.execPath, bin, ...args], options);
}

export function start(argv: readonly string[], { cwd, env = {}, longestMs = longestRunMs }: StartOptions): Started {
  const [command = '', ...args] = argv;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const isBounded = Number.isFinite(longestMs);
  const timer = isBounded ? globalThis.setTimeout(() => child.kill('SIGKILL'), longestMs) : undefined;
  const closed = new Promise<Pick<Ending, 'code' | 'signal'>>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(([end, stdout, stderr]) => {
    clearTimeout(timer);
    return { ...end, stdout, stderr };
  });
  return { child, pid: child.pid ?? 0, ended };
}

/** Processes that were started with this text in their environment, such as a path of the test's own folder. */
export function findProcesses(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => readQuietly(`/proc/${name}/environ`).includes(mark) && !isEnded(name))
    .map(Number);
}

/** Direct children that run our worker. */
export function findWorkers(coordinator: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => fieldsOf(name)[1] === String(coordinator) && !isEnded(name))
    .map(Number);
}

export async function waitFor(what: string, isTrue: () => boolean, patienceMs = 30_000): Promise<void> {
  for (const startedAt = performance.now(); !isTrue(); await setTimeout(10)) {
    if (performance.now() - startedAt > patienceMs) throw new Error(`waited in vain for ${what}`);
  }
}

function isEnded(name: string): boolean {
  return ['Z', 'X', undefined].includes(fieldsOf(name)[0]);
}

/** State, parent and so on: what follows the name in brackets. */
function fieldsOf(name: string): string[] {
  const stat = readQuietly(`/proc/${name}/stat`);
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
