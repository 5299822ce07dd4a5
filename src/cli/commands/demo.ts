import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveOptions } from '../../config/options.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { renderCommand } from '../../report/command-line.ts';
import { copyExample } from '../../store/example-copy.ts';
import { makeRepository } from '../../worktrees/make-repository.ts';
import { findBatch, readBatch } from '../batch/find-batch.ts';
import type { DemoFlags, PlayFlags } from '../batch-flags.ts';
import { announce, type Door } from '../door.ts';
import { runWorkflow } from '../workflow-command.ts';
import { requirements } from './requirements.ts';

const script = 'scripted:demo-script.json';
/** Its worker crashes twice, on purpose. */
const failingId = '105';

/** The whole way from issues to designs, or on to tested branches; no key, no network. */
export async function demo(door: Door, flags: PlayFlags, given: string | undefined): Promise<ExitCode> {
  const { implement, ...others } = flags;
  if (!implement) return await showDesigns(door, others, given);
  const { showBranches } = await import('./demo-branches.ts');
  return await showBranches(door, others, prepareExample(door, 'timesheet', given));
}

/** Issues to designs, with a rate limit and a crash on the way. */
async function showDesigns(door: Door, flags: DemoFlags, given: string | undefined): Promise<ExitCode> {
  const folder = prepareExample(door, 'bookshelf', given);
  announce(door, `six sample issues in ${folder}: four workers, one 429 and one crash are part of the play`);
  const play = { repo: folder, parallel: '4', drafter: script, reviewer: script };
  const exitCode = await runWorkflow(requirements, door, { ...flags, ...play }, []);
  if (!(await wentAsScripted(door, folder))) return exitCode;
  if (!flags.json) for (const line of listNext(folder)) announce(door, line);
  return exitCodes.done;
}

/** A copy of an example, as a repository with one commit. */
function prepareExample(door: Door, name: string, given: string | undefined): string {
  // Beside the bundle, or in the source tree.
  const place = import.meta.url.endsWith('.ts') ? '../../../examples' : '../examples';
  const example = fileURLToPath(new URL(`${place}/${name}`, import.meta.url));
  const folder = copyExample(example, given === undefined ? null : resolve(door.cwd, given));
  makeRepository(folder);
  return folder;
}

/** All designs are there but the one that was to fail. */
async function wentAsScripted({ cwd }: Door, repo: string): Promise<boolean> {
  const place = { cwd, repo, config: undefined, flags: new Map(), evaluate: null };
  const { baseDir } = (await resolveOptions(place)).settings;
  const fates = [...readBatch(baseDir, findBatch(baseDir, undefined)).tasks.values()];
  return fates.every(({ id, fate }) => fate.kind === (id === failingId ? 'failed' : 'done'));
}

function listNext(folder: string): string[] {
  const command = (...words: string[]) => renderCommand(['agentos', ...words, '--repo', folder]);
  return [
    `The failure of ${failingId} was part of the play. Try next:`,
    `  ${command('show', failingId)}`,
    `  ${command('retry')}`,
    `  ${command('status', '--all')}`,
    `  ${renderCommand(['less', `${folder}/docs/lld/active/LLD-102.md`])}`,
  ];
}
