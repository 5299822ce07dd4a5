import { join } from 'node:path';
import type { Argv, Framework } from '../../frameworks/framework.ts';
import { lastWords } from '../../frameworks/text.ts';
import { TaskFailure } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import { readSmallFile } from '../../worktrees/small-file.ts';
import type { ImplementationOrder } from './order.ts';
import { type RanCommand, runCommand } from './run-command.ts';
import type { Workshop } from './workshop.ts';

/** How set-up went. */
export interface SetUpRun {
  readonly ran: readonly RanCommand[];
  /** The command that failed, and what is said of it; null if all went well. */
  readonly failed: { readonly argv: Argv; readonly message: string } | null;
}

/** Makes a worktree ready for its tests, and says what was run. It may ask the network: packages come from there. */
export async function runSetUp(
  workshop: Workshop,
  order: ImplementationOrder,
  framework: Framework,
  root: string,
  signal: AbortSignal,
): Promise<SetUpRun> {
  return await runInOrder(workshop, order, framework, { root, commands: listSetUp(order, framework, root), signal });
}

interface InOrder {
  readonly root: string;
  readonly commands: readonly Argv[];
  readonly signal: AbortSignal;
}

/** One after the other, as set-up is run, up to the first one that fails. */
export async function runInOrder(
  workshop: Workshop,
  { building }: ImplementationOrder,
  framework: Framework,
  { root, commands, signal }: InOrder,
): Promise<SetUpRun> {
  const ran: RanCommand[] = [];
  for (const argv of commands) {
    using home = workshop.programs.openHome();
    const { folder, programFolders } = building.setUpCommand === null ? framework : { folder: '', programFolders: [] };
    const place = { root, folder, programFolders, home };
    const { end, ran: one } = await runCommand(workshop, {
      argv,
      ...place,
      environment: { CI: '1' },
      network: 'host',
      wallMs: building.testMs,
      signal,
    });
    signal.throwIfAborted();
    ran.push(one);
    if (end.kind === 'exited' && end.code === 0) continue;
    const message = `set-up failed (${argv.join(' ')}: ${one.end}): ${lastWords(one.output)}`;
    return { ran, failed: { argv, message: showSafely(message) } };
  }
  return { ran, failed: null };
}

/** What was run. Throws what ends a task as `setup`. */
export function mustBeSetUp({ ran, failed }: SetUpRun): readonly RanCommand[] {
  if (failed !== null) throw new TaskFailure({ code: 'setup', message: failed.message });
  return ran;
}

function listSetUp({ building }: ImplementationOrder, framework: Framework, root: string): readonly Argv[] {
  const { setUpCommand } = building;
  if (setUpCommand === '') return [];
  if (setUpCommand !== null) return [['sh', '-c', setUpCommand]];
  // The top of a workspace asks for what its parts use.
  const wantsNothing = [framework.folder, ''].every((folder) => needsNoPackages(join(root, folder, 'package.json')));
  return framework.setUp.filter((argv) => !wantsNothing || !isInstall(argv));
}

function isInstall([program, verb]: Argv): boolean {
  return ['npm', 'pnpm', 'yarn', 'bun'].includes(program) && (verb === 'install' || verb === 'ci');
}

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'workspaces'];

/** A manifest that asks for nothing, or is not there: there is nothing to install. */
function needsNoPackages(manifest: string): boolean {
  try {
    const data: unknown = JSON.parse(readSmallFile(manifest)?.toString('utf8') ?? '{}');
    if (typeof data !== 'object' || data === null) return false;
    return sections.every((key) => isEmpty(Reflect.get(data, key)));
  } catch {
    return false;
  }
}

function isEmpty(section: unknown): boolean {
  return (
    section === undefined || (typeof section === 'object' && section !== null && Object.keys(section).length === 0)
  );
}
