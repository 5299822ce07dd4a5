import { join, resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Argv } from '../../frameworks/framework.ts';
import type { ProgramHome } from '../../providers/surroundings.ts';
import type { ConfinedOrder, Sandbox } from '../../sandbox/sandbox.ts';
import type { KeptFile } from '../../store/command-output.ts';
import { KeptOutput } from './kept-output.ts';
import type { Workshop } from './workshop.ts';

/** A command that we run ourselves, in a worktree of ours. */
export interface CommandOrder {
  readonly argv: Argv;
  /** Absolute: the worktree. */
  readonly root: string;
  /** Relative to it. */
  readonly folder: string;
  /** Relative to it: looked in before the PATH. */
  readonly programFolders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly network: ConfinedOrder['network'];
  readonly wallMs: number;
  /** What it prints is read by us, to the last byte; else only its end is held in memory. */
  readonly isRead?: boolean;
  readonly home: ProgramHome;
  readonly signal: AbortSignal;
}

export type CommandEnd = Awaited<ReturnType<Sandbox['run']>>;

/** What evidence keeps of it. */
export interface RanCommand {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly end: string;
  readonly ms: number;
  /** All that it said; of very much the end. */
  readonly output: string;
  /** The whole, where `output` is not; null or absent where it is. */
  readonly file?: KeptFile | null;
}

export interface CommandResult {
  readonly end: CommandEnd;
  readonly ran: RanCommand;
}

/** A command that says more, on both streams together, is stopped. */
const maxOutputBytes = 64 * 1024 * 1024;
const maxKeptBytes = 1024 * 1024;

/** Runs it confined to the worktree and a home of its own. Contract: as `Sandbox.run`, it rejects only if the disk is full. */
export async function runCommand(workshop: Workshop, order: CommandOrder): Promise<CommandResult> {
  const { root, home, folder } = order;
  const startedMs = workshop.measureMs();
  const kept = new KeptOutput(() => workshop.openOutput());
  const end = await start(workshop, order, kept);
  if (kept.isEmpty && 'stderr' in end) kept.push(`${'stdout' in end ? end.stdout : ''}${end.stderr}`);
  const ms = Math.round(workshop.measureMs() - startedMs);
  const argv = order.argv.map((word) => shorten(word.replaceAll(home.dir, '$HOME').replaceAll(root, '.')));
  return { end, ran: { argv, folder, end: describeEnd(end), ms, ...kept.finish() } };
}

async function start(workshop: Workshop, order: CommandOrder, kept: KeptOutput): Promise<CommandEnd> {
  const { argv, root, home, folder, wallMs, signal } = order;
  const [name, ...args] = argv;
  const program = workshop.findProgram(
    // A path leads into this worktree, never into the checkout of the user.
    name.includes('/') ? resolve(root, folder, name) : name,
    order.programFolders.map((each) => join(root, each)),
  );
  if (program === null) return { kind: 'unstartable', errno: 'ENOENT' };
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  const environment = { ...workshop.programs.environment, HOME: home.dir, TMPDIR: home.temporaryDir };
  return await workshop.sandbox.run({
    program,
    args,
    folder: join(root, folder),
    environment: { ...environment, ...order.environment },
    input: '',
    limits: { idleMs: wallMs, wallMs, maxOutputBytes, ...(order.isRead ? {} : { maxKeptBytes }) },
    isWaiting: () => false,
    signal,
    writable: [root, home.dir],
    protected: [join(root, '.git'), ...workshop.protectedPaths],
    hidden: workshop.hiddenPaths,
    network: order.network,
    relaySocket: null,
    relayPort: null,
    // A character may come in two pieces.
    onOutput: (chunk, stream) => kept.push(decoders[stream].write(chunk)),
  });
}

export function describeEnd(end: CommandEnd): string {
  if (end.kind === 'exited') return `exit ${end.code}`;
  if (end.kind === 'killed') return `killed by ${end.signal}`;
  return end.kind === 'stopped' ? `stopped: ${end.reason}` : `not startable: ${end.errno}`;
}

const longestWord = 200;

/** A program that came as an address says nothing to a reader. */
function shorten(word: string): string {
  const told = word.replace(/\bdata:[^ ]{20,}$/, 'data:…');
  return told.length > longestWord ? `${told.slice(0, longestWord)}…` : told;
}
