import type { Argv, Framework } from '../../frameworks/framework.ts';
import { openFolderReader } from '../../worktrees/folder-reader.ts';
import type { GateResult } from './evidence.ts';
import { refitSetUp } from './find-framework.ts';
import { describeGates } from './gates/describe-gates.ts';
import { isManifestOf } from './gates/lock-files.ts';
import type { Work } from './implement.ts';
import { judgeSetUp } from './judge-set-up.ts';
import { lockCommandFor } from './lock-commands.ts';
import { stampSetUp } from './manifests.ts';
import type { ImplementationOrder } from './order.ts';
import type { RanCommand } from './run-command.ts';
import { runInOrder, runSetUp, type SetUpRun } from './set-up.ts';
import { leaveAlone } from './set-up-anew.ts';
import { dropSetUpNote, writeSetUpNote } from './set-up-note.ts';
import { describeBorrowed, shortenList, tidy } from './set-up-traces.ts';
import type { Site } from './site.ts';

/** What a repeated set-up came to. */
export interface RepeatedSetUp {
  /** Why the tests cannot be run with the work, for whoever mends it; nothing if they can. */
  readonly findings: readonly string[];
  /** Gates that kept it from being run at all. */
  readonly refused: readonly GateResult[];
  /** Lock files that were brought up to date: they are part of the work, and not committed yet. */
  readonly locks: readonly string[];
  readonly ran: readonly RanCommand[];
}

interface Repeated extends RepeatedSetUp {
  readonly left: readonly string[];
}

/** Makes the worktree ready for work that asks for other packages than were installed; null where it is ready. */
export async function repeatSetUp(site: Site, work: Work): Promise<RepeatedSetUp | null> {
  if (!work.isStale) return null;
  const { context, logs, project } = site;
  const repeated = await context.step('repeat-set-up', async ({ signal }) => await repeat(site, work, signal));
  await logs.keep('repeat-set-up', work.commit, repeated.ran);
  leaveAlone(project.leaveOut, repeated.left);
  return repeated;
}

async function repeat(site: Site, work: Work, signal: AbortSignal): Promise<Repeated> {
  const { context, ground, workshop, order, design, project } = site;
  const { house } = workshop;
  const tree = await ground.enter(signal);
  const root = tree.path;
  const refused = await judgeSetUp(site, tree, work.diff, signal);
  if (refused.length > 0) {
    const findings = describeGates(refused).map((finding) => `set-up is not repeated, and no test was run: ${finding}`);
    return { findings, refused, locks: [], ran: [], left: [] };
  }
  context.log('set-up is repeated: the work changed what it goes by');
  dropSetUpNote(house, tree);
  const reader = openFolderReader(root);
  const framework = refitSetUp(order, design, project.framework, reader);
  const { ran, failed } = await equip(site, framework, root, signal);
  const trouble = failed?.message ?? describeBorrowed(root);
  const changed = work.diff.files.map(({ path }) => path);
  const keeps = (path: string) => trouble === null && changed.some((manifest) => isManifestOf(path, manifest));
  const { left, kept } = await tidy(workshop, tree, { commit: work.commit, keeps, signal });
  const traces = { locks: kept, ran, left: shortenList(left, reader.paths) };
  if (trouble !== null) return { findings: [trouble], refused: [], ...traces };
  writeSetUpNote(house, tree, stampSetUp(order, root, [...new Set([...changed, ...kept])]));
  return { findings: [], refused: [], ...traces };
}

/** An agent that reaches no registry cannot write a lock file: where set-up fails over one, it is brought up to date. */
async function equip(
  { workshop, order }: Site,
  framework: Framework,
  root: string,
  signal: AbortSignal,
): Promise<SetUpRun> {
  const first = await runSetUp(workshop, order, framework, root, signal);
  const command = first.failed === null ? null : findLockCommand(order, framework, first.failed.argv);
  if (command === null) return first;
  // Where the repository's own set-up would be run, whatever the config has instead.
  const plain = { ...order, building: { ...order.building, setUpCommand: null } };
  const locked = await runInOrder(workshop, plain, framework, { root, commands: [command], signal });
  const again = locked.failed === null ? await runSetUp(workshop, order, framework, root, signal) : locked;
  const ran = again === locked ? [] : again.ran;
  return { ran: [...first.ran, ...locked.ran, ...ran], failed: again.failed };
}

/** A command of the config hides which manager it calls: the repository's lock file tells it. */
function findLockCommand({ building }: ImplementationOrder, framework: Framework, failed: Argv): Argv | null {
  const tried = building.setUpCommand === null ? [failed] : framework.setUp;
  return tried.map(lockCommandFor).find((command) => command !== null) ?? null;
}
