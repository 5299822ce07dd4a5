import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import type { SecretCommand } from '../model/secret-reference.ts';
import { showSafely } from '../model/text.ts';
import { killTree } from '../processes/kill-tree.ts';
import { describeReference } from './describe-reference.ts';

/** Runs a program of the user's and gives what it printed. */
export type RunCommand = (command: SecretCommand) => Promise<string>;

const timeLimitMs = 10_000;
const drainMs = 300;
const largest = 64 * 1024;

/**
 * Without a shell and with nothing but the given environment. What the program says on stderr is heard by nobody,
 * because it may hold the secret: a failure is told by the program's name and how it ended.
 */
export function makeRunCommand(environment: Readonly<Record<string, string>>, limitMs = timeLimitMs): RunCommand {
  return async (command) => {
    const end = await run(command, environment, limitMs);
    if (end.kind === 'done') return end.text;
    throw new AgentOsError('CREDENTIAL_INVALID', showSafely(`${describeReference(command)} ${end.why}`));
  };
}

async function run(
  { program, args, folder }: SecretCommand,
  environment: Readonly<Record<string, string>>,
  limitMs: number,
): Promise<CommandEnd> {
  try {
    const child = spawn(program, args, { cwd: folder, env: { ...environment }, stdio: ['ignore', 'pipe', 'ignore'] });
    return await hear(child, limitMs);
  } catch (error) {
    return { kind: 'failed', why: explainStart(errnoOf(error)) };
  }
}

type CommandEnd = { readonly kind: 'done'; readonly text: string } | { readonly kind: 'failed'; readonly why: string };

function hear(child: ChildProcessByStdio<null, Readable, null>, limitMs: number): Promise<CommandEnd> {
  const { promise, resolve } = Promise.withResolvers<CommandEnd>();
  const fail = (why: string) => resolve({ kind: 'failed', why });
  const stop = (why: string) => {
    fail(why);
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) killTree([child.pid], []);
    child.stdout.destroy();
  };
  const timer = setTimeout(() => stop(`took longer than ${limitMs / 1000} s`), limitMs);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (chunks.reduce((sum, { length }) => sum + length, 0) > largest) stop('printed too much for a key');
  });
  child.on('error', (error) => fail(explainStart(errnoOf(error))));
  const end = () => {
    const { exitCode, signalCode } = child;
    if (exitCode === 0) resolve({ kind: 'done', text: Buffer.concat(chunks).toString('utf8') });
    else fail(signalCode === null ? `ended with exit code ${exitCode}` : `was ended by ${signalCode}`);
    child.stdout.destroy();
  };
  child.on('close', end);
  // What it left behind may hold its output open: what it printed itself is there soon.
  child.on('exit', () => setTimeout(end, drainMs).unref());
  return promise.finally(() => clearTimeout(timer));
}

function explainStart(errno: string | null): string {
  if (errno === 'ENOENT') return 'cannot be started: there is no such program, or its folder is gone';
  if (errno === 'EACCES') return 'cannot be started: it may not be run';
  return `cannot be started (${errno ?? 'for an unknown reason'})`;
}
