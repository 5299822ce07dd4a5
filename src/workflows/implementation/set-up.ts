import { join } from 'node:path';
import type { Argv, Framework } from '../../frameworks/framework.ts';
import { lastWords } from '../../frameworks/text.ts';
import { TaskFailure } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import { readSmallFile } from '../../worktrees/small-file.ts';
import type { ImplementationOrder } from './order.ts';
import { type RanCommand, runCommand } from './run-command.ts';
import type { Workshop } from './workshop.ts';

/** Makes a fresh worktree ready for its tests, and says what was run. It may ask the network: packages come from there. */
export async function runSetUp(
  workshop: Workshop,
  order: ImplementationOrder,
  framework: Framework,
  root: string,
  signal: AbortSignal,
): Promise<RanCommand[]> {
  const commands: RanCommand[] = [];
  for (const argv of listSetUp(order, framework, root)) {
    using home = workshop.programs.openHome();
    const { folder, programFolders } =
      order.building.setUpCommand === null ? framework : { folder: '', programFolders: [] };
    const wallMs = order.building.testMs;
    const place = { root, folder, programFolders, home };
    const { end, ran } = await runCommand(workshop, {
      argv,
      ...place,
      environment: { CI: '1' },
      network: 'host',
      wallMs,
      signal,
    });
    signal.throwIfAborted();
    commands.push(ran);
    if (end.kind === 'exited' && end.code === 0) continue;
    const message = `set-up failed (${argv.join(' ')}: ${ran.end}): ${lastWords(ran.output)}`;
    throw new TaskFailure({ code: 'setup', message: showSafely(message) });
  }
  return commands;
}

export function listSetUp({ building }: ImplementationOrder, framework: Framework, root: string): readonly Argv[] {
  const { setUpCommand } = building;
  if (setUpCommand === '') return [];
  if (setUpCommand !== null) return [['sh', '-c', setUpCommand]];
  const wantsNothing = needsNoPackages(join(root, framework.folder, 'package.json'));
  return framework.setUp.filter((argv) => !wantsNothing || !isInstall(argv));
}

function isInstall([program, verb]: Argv): boolean {
  return ['npm', 'pnpm', 'yarn', 'bun'].includes(program) && (verb === 'install' || verb === 'ci');
}

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'workspaces'];

/** A manifest that asks for nothing: there is nothing to install. */
function needsNoPackages(manifest: string): boolean {
  try {
    const data: unknown = JSON.parse(readSmallFile(manifest)?.toString('utf8') ?? '');
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
