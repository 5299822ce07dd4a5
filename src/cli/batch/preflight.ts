import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { basicEnvironment } from '../../config/environment.ts';
import type { Options } from '../../config/options.ts';
import { AgentOsError } from '../../model/errors.ts';
import { isInside, showPath } from '../../model/paths.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { showSafely } from '../../model/text.ts';
import { refuseLinks } from '../../store/links.ts';
import { explainWriting } from '../../store/trouble.ts';
import { expectWritable } from '../../store/writable.ts';
import { runGit } from '../../worktrees/git.ts';

/**
 * State says what was approved, answered and paid: what came with the repository was written by somebody else, and is not
 * believed. Throws STATE_TRACKED before anything of it is read.
 */
export function refuseTrackedState({ repoDir, settings: { baseDir } }: Pick<Options, 'repoDir' | 'settings'>): void {
  if (!existsSync(baseDir)) return;
  const tracked = findTracked(repoDir, baseDir);
  if (tracked === null) return;
  throw new AgentOsError('STATE_TRACKED', `git tracks ${showSafely(tracked)}${adviseOnTracked(repoDir, baseDir)}`);
}

/** How whoever chose a folder for state chooses another one. */
export const nameAnother = 'let AGENTOS_HOME, or baseDir in the config, name another folder';

/** Nobody is told to remove a folder that was only taken for one of state. */
function adviseOnTracked(repoDir: string, baseDir: string): string {
  const isState = basename(baseDir) === '.agentos' || existsSync(join(baseDir, 'batches'));
  if (!isState) return `, so ${showSafely(baseDir)} cannot hold the state: ${nameAnother}`;
  const place = showSafely(showPath(repoDir, baseDir));
  const how = `Run \`git rm -r ${place}\`, or \`git rm -r --cached ${place}\` if you wrote it yourself, and commit`;
  return `: state that came with a repository is not trusted. ${how}`;
}

/** The first file that git tracks there, or where a link leads, in any letter case: some systems make no difference. */
function findTracked(repoDir: string, baseDir: string): string | null {
  const isHere = isInside(repoDir, baseDir);
  return (isHere ? askGit(repoDir, relative(repoDir, baseDir)) : null) ?? askGit(realpathSync(baseDir), '.');
}

function askGit(folder: string, path: string): string | null {
  const { isOk, stdout } = runGit(folder, ['ls-files', '-z', '--', `:(icase,literal)${path}`], basicEnvironment());
  return isOk ? stdout.split('\0', 1)[0] || null : null;
}

/** Designs are written into their folder, and read again by every later batch: throws LLD_DIR_UNUSABLE before it has begun. */
export function refuseLldDir({ repoDir, settings: { lldDir, issuesDir }, origins }: Options): void {
  const why = isInside(repoDir, lldDir)
    ? findClash(relative(repoDir, lldDir), isSameFolder(lldDir, issuesDir))
    : `leads out of the repository ${repoDir}, and nothing is written outside of it`;
  if (why === null) return;
  const from = origins.find(({ key }) => key === 'lldDir')?.from;
  const place = showSafely(showPath(repoDir, lldDir));
  throw new AgentOsError('LLD_DIR_UNUSABLE', `${from}: the folder of designs, ${place}, ${why}; name another one`);
}

function findClash(step: string, holdsIssues: boolean): string | null {
  if (holdsIssues) return 'is the folder of issues, where each design would be taken for one more issue';
  return step.split(sep).some((name) => name.toLowerCase() === '.git') ? "is git's own" : null;
}

function isSameFolder(one: string, other: string): boolean {
  const [place, otherPlace] = [one, other].map((path) => (existsSync(path) ? realpathSync(path) : path));
  return place === otherPlace;
}

/**
 * What tasks will write is written by the time it was paid for: throws PATH_LINKED or FILE_UNWRITABLE while it costs
 * nothing.
 */
export function refuseOutputs(repoDir: string, tasks: readonly WorkflowTask[]): void {
  // What an implementation writes besides lies on its own branch.
  const designs = tasks.flatMap(({ workflow, outputPath }) => (workflow === 'implement' ? [] : [outputPath]));
  const lineages = tasks.map(({ id, workflow }) => `docs/lineage/${id}-${workflow === 'implement' ? 'impl' : 'lld'}`);
  refuseLinks(repoDir, [...designs, ...lineages]);
  // Those of all tasks; what stands in the way of one lets that one fail.
  for (const folder of new Set([...designs, ...lineages].map((path) => dirname(path)))) {
    explainWriting(showSafely(folder), () => expectWritable(join(repoDir, folder)));
  }
}
