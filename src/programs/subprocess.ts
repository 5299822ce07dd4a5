import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { errnoOf } from '../model/errors.ts';
import { dieWithParent } from '../processes/die-with-parent.ts';
import { killTree } from '../processes/kill-tree.ts';
import { type Birth, countBirths } from '../processes/process-table.ts';
import { HeardOutput } from './heard-output.ts';

export interface ProgramOrder {
  /** Where it is: nothing is looked for. */
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** All that it sees. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it reads; then its input ends. Pieces that come one by one are for a program that is talked with. */
  readonly input: string | AsyncIterable<string>;
  readonly limits: ProgramLimits;
  /** Asked when it was silent for long: whether it waits for somebody else, who has a limit of their own. */
  isWaiting(): boolean;
  readonly signal: AbortSignal;
  /** It sees to it by itself that it ends with us, and all that it starts with it. False by default. */
  readonly isContained?: boolean;
  /** Its number, as soon as it has one. */
  onStart?(pid: number): void;
  /** What it says while it runs, on either stream. A program that prints too much is heard up to its limit. */
  onOutput?(chunk: Buffer, stream: 'stdout' | 'stderr'): void;
}

export interface ProgramLimits {
  /** Without a word on either stream. */
  readonly idleMs: number;
  readonly wallMs: number;
  /** Of what it says, on both streams together. Of stderr only the end is kept. */
  readonly maxOutputBytes: number;
  /** Only so much of the end of its output is kept; all of it, if nothing is named. */
  readonly maxKeptBytes?: number;
}

export type StopReason = 'idle' | 'wall' | 'output' | 'abort';

export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** By somebody else than us. */
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: string }
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly stderr: string }
  | { readonly kind: 'unstartable'; readonly errno: string };

/** Everything that a program starts inherits this, wherever it moves. */
const markVariable = 'AGENTOS_PROGRAM';
/** How long a program may take to end when it is asked to. */
const graceMs = 300;
/** What it printed before it ended is there by then, whoever still holds its streams. */
const drainMs = 500;
const keptOfStderr = 16 * 1024;

/**
 * Runs a program without a shell, in a session of its own. Contract: never rejects, and when it resolves neither the
 * program nor anything that it started is left.
 */
export async function runProgram(order: ProgramOrder): Promise<ProgramEnd> {
  if (order.signal.aborted) return { kind: 'stopped', reason: 'abort', stderr: '' };
  const mark = randomBytes(12).toString('hex');
  const { maxOutputBytes, maxKeptBytes } = order.limits;
  const stdout = new HeardOutput(maxKeptBytes ?? maxOutputBytes, maxKeptBytes === undefined ? 'beginning' : 'end');
  const stderr = new HeardOutput(keptOfStderr, 'end');
  const births = countBirths();
  let child: ChildProcessWithoutNullStreams;
  try {
    child = start(order, mark);
  } catch (error) {
    return { kind: 'unstartable', errno: errnoOf(error) ?? 'unknown' };
  }
  const ended = waitForEnd(child);
  if (child.pid !== undefined) order.onStart?.(child.pid);
  const birth: Birth = { pid: child.pid ?? 0, births };
  const stopped = Promise.withResolvers<{ readonly reason: StopReason }>();
  using _ = limit(child, order, { stdout, stderr }, (reason) => stopped.resolve({ reason }));
  const end = await Promise.race([ended, stopped.promise]);
  if ('errno' in end) return { kind: 'unstartable', errno: end.errno };
  if ('reason' in end) await stop(child, ended, mark, birth);
  // What it left behind. The kernel, too, takes a moment to end what was contained.
  else killTree([], [`${markVariable}=${mark}`], birth);
  await drain(child);
  if ('reason' in end) return { kind: 'stopped', reason: end.reason, stderr: stderr.text };
  if (end.code === null) return { kind: 'killed', signal: end.signal ?? 'unknown', stderr: stderr.text };
  return { kind: 'exited', code: end.code, stdout: stdout.text, stderr: stderr.text };
}

function start({ program, args, folder, environment, input, isContained = false }: ProgramOrder, mark: string) {
  const line = { command: program, args };
  const guarded = isContained ? line : (dieWithParent(line) ?? line);
  const child = spawn(guarded.command, [...guarded.args], {
    cwd: folder,
    env: { ...environment, [markVariable]: mark },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // Whoever does not read to the end has ended, or will.
  child.stdin.on('error', () => {});
  if (typeof input === 'string') child.stdin.end(input);
  else pipeline(Readable.from(input), child.stdin, () => {});
  return child;
}

type Ending = { readonly code: number | null; readonly signal: string | null } | { readonly errno: string };

async function waitForEnd(child: ChildProcessWithoutNullStreams): Promise<Ending> {
  return await new Promise((resolve) => {
    child.on('error', (error) => resolve({ errno: errnoOf(error) ?? 'unknown' }));
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}

interface Heard {
  readonly stdout: HeardOutput;
  readonly stderr: HeardOutput;
}

/** Calls `stop` for whatever is too much; until it is disposed of. */
function limit(
  child: ChildProcessWithoutNullStreams,
  order: ProgramOrder,
  heard: Heard,
  stop: (reason: StopReason) => void,
): Disposable {
  const { limits, signal } = order;
  const wall = setTimeout(() => stop('wall'), limits.wallMs);
  const idle = setTimeout(() => (order.isWaiting() ? idle.refresh() : stop('idle')), limits.idleMs);
  const abort = () => stop('abort');
  signal.addEventListener('abort', abort, { once: true });
  let said = 0;
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      idle.refresh();
      said += chunk.length;
      if (said > limits.maxOutputBytes) return stop('output');
      heard[stream].push(chunk);
      order.onOutput?.(chunk, stream);
    });
  }
  return {
    [Symbol.dispose]() {
      clearTimeout(wall);
      clearTimeout(idle);
      signal.removeEventListener('abort', abort);
    },
  };
}

/** Asks the whole session to end, and then ends what is left of it. */
async function stop(
  child: ChildProcessWithoutNullStreams,
  ended: Promise<Ending>,
  mark: string,
  birth: Birth,
): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
  const isOver = await Promise.race([ended.then(() => true), pause(graceMs).then(() => false)]);
  // The number of a child that was waited for may be somebody else's by now.
  killTree(isOver ? [] : [pid], [`${markVariable}=${mark}`], birth);
  await ended;
}

async function drain(child: ChildProcessWithoutNullStreams): Promise<void> {
  const isOpen = [child.stdout, child.stderr].some(({ readableEnded, destroyed }) => !readableEnded && !destroyed);
  if (isOpen) await Promise.race([once(child, 'close'), pause(drainMs)]);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
}
