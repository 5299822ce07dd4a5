import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { dieWithParent } from '../processes/die-with-parent.ts';
import { makeGitEnvironment, worktreeFlags } from './git-pins.ts';
import { explainGit, isPassing } from './git-trouble.ts';

/** Where a call works. The folders are told, never looked for: what lies in a worktree cannot lead us elsewhere. */
export interface GitPlace {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface GitOptions {
  /** More of the same kind as the pinned ones. */
  readonly flags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeoutMs?: number;
  /** What is printed beyond it is not heard. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** There was more output than was asked for, and git was ended. */
  readonly isCut: boolean;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** They change nothing, `status` because it is asked for no locks: one that outlives us writes to nobody, and ends. */
const reading = new Set([
  'cat-file',
  'config',
  'diff-tree',
  'for-each-ref',
  'ls-tree',
  'merge-base',
  'rev-parse',
  'status',
  'version',
]);

const usualTimeoutMs = 60_000;
/** For what reads or writes all files of a repository. */
export const longTimeoutMs = 600_000;
const usualMaxBytes = 64 * 1024 * 1024;
const keptOfStderr = 8 * 1024;
/** Asked to end, git removes its lock files. */
const graceMs = 1000;
const drainMs = 500;
/** How long somebody else is waited for. */
const waitsMs = [20, 50, 100, 200, 400, 800, 1600];

/**
 * Runs git, one process a call, with a list of arguments and an environment of its own. Whoever else uses the
 * repository, such as a `git gc`, is waited for.
 */
export class Git {
  readonly #environment: Readonly<Record<string, string>>;
  #calls = 0;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = makeGitEnvironment(environment);
  }

  /** How many processes were started so far. */
  get calls(): number {
    return this.#calls;
  }

  /** What git prints when it succeeds; else throws what `explainGit` makes of it. */
  async ask(place: GitPlace, args: readonly string[], options: GitOptions): Promise<string> {
    const answer = await this.run(place, args, options);
    if (answer.isCut) throw new AgentOsError('GIT_FAILED', `git ${args[0]} printed more than can be read`);
    if (answer.code !== 0) throw explainGit(args, answer);
    return answer.stdout.toString('utf8');
  }

  /** Throws GIT_MISSING, GIT_TIMEOUT, or the signal's reason; how git ended is for the caller to judge. */
  async run(place: GitPlace, args: readonly string[], options: GitOptions): Promise<GitAnswer> {
    for (const waitMs of waitsMs) {
      const answer = await this.#call(place, args, options);
      if (answer.code === 0 || !isPassing(answer.stderr)) return answer;
      await pause(waitMs, undefined, { signal: options.signal });
    }
    return await this.#call(place, args, options);
  }

  async #call(place: GitPlace, args: readonly string[], options: GitOptions): Promise<GitAnswer> {
    options.signal.throwIfAborted();
    this.#calls += 1;
    const line = { command: 'git', args: [...worktreeFlags, ...(options.flags ?? []), ...args] };
    const guarded = reading.has(args[0] ?? '') ? line : (dieWithParent(line) ?? line);
    const child: Child = spawn(guarded.command, [...guarded.args], {
      cwd: place.folder,
      env: { ...this.#environment, ...place.variables, ...options.variables },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // Whoever does not read to the end has ended, or will.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    return await hear(child, place, args, options);
  }
}

type Stop = 'abort' | 'timeout' | 'bytes';

async function hear(
  child: Child,
  place: GitPlace,
  args: readonly string[],
  { timeoutMs = usualTimeoutMs, maxBytes = usualMaxBytes, signal }: GitOptions,
): Promise<GitAnswer> {
  let stopped: Stop | null = null;
  const stop = (why: Stop) => {
    if (stopped !== null) return;
    stopped = why;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  const abort = () => stop('abort');
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  const said = collect(child, maxBytes, () => stop('bytes'));
  try {
    const code = await waitForEnd(child, place);
    signal.throwIfAborted();
    const { stdout, stderr } = said();
    // So says the program that ties git to us.
    if (code === 127 && /failed to execute git/.test(stderr)) throw missing();
    const why: Stop | null = stopped;
    if (why === 'timeout')
      throw new AgentOsError('GIT_TIMEOUT', `git ${args[0]} did not end within ${timeoutMs / 1000} s`);
    return { code, stdout, stderr, isCut: why === 'bytes' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Gives what git has printed so far, up to a bound. */
function collect(child: Child, maxBytes: number, onTooMuch: () => void): () => Pick<GitAnswer, 'stdout' | 'stderr'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (bytes < maxBytes) chunks.push(chunk.subarray(0, maxBytes - bytes));
    bytes += chunk.length;
    if (bytes > maxBytes) onTooMuch();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < keptOfStderr) stderr += chunk.toString('utf8');
  });
  return () => ({ stdout: Buffer.concat(chunks), stderr });
}

/** When git has ended and its streams are read; not longer than a moment after the end, whoever holds them open. */
async function waitForEnd(child: Child, place: GitPlace): Promise<number> {
  return await new Promise((resolve, reject) => {
    const streams = [child.stdout, child.stderr];
    child.on('error', (error) => reject(explainStart(error, place)));
    child.on('exit', () => setTimeout(() => streams.forEach((stream) => void stream.destroy()), drainMs).unref());
    child.on('close', (code) => resolve(code ?? -1));
  });
}

function explainStart(error: Error, { folder }: GitPlace): AgentOsError {
  if (errnoOf(error) !== 'ENOENT')
    return new AgentOsError('GIT_FAILED', `git cannot be started: ${error.message}`, { cause: error });
  if (!existsSync(folder)) return new AgentOsError('FOLDER_MISSING', `${folder} is not there (any more)`);
  return missing();
}

function missing(): AgentOsError {
  return new AgentOsError('GIT_MISSING', 'there is no git on PATH: install it (2.31 or newer)');
}
