import type { ChangeType } from '../../../governance/lld/template.ts';
import type { ChangedFile } from '../../../worktrees/diff-listing.ts';
import type { GateResult } from '../evidence.ts';
import type { AnnouncedFile } from './gate-input.ts';
import { count, type JudgedChange } from './judged-change.ts';
import { isLockFile, isManifestOf } from './lock-files.ts';
import { makeResult } from './make-result.ts';

const done: Readonly<Record<ChangeType, ChangedFile['change']>> = {
  Add: 'added',
  Modify: 'modified',
  Delete: 'deleted',
};

/**
 * Every file of the design's table was changed as announced, and nothing else was. What else was changed is drift: it
 * fails a strict task, and is told in any other. Tests need no announcement, nor a lock file whose manifest has one.
 */
export function judgeScope(change: JudgedChange): GateResult {
  const { files, announced, input } = change;
  const changed = new Map(files.map((file) => [file.path, file]));
  const undone = [...announced.values()].flatMap((file) => objectTo(file, changed.get(file.path)?.change ?? null));
  const others = [...announced.values()].flatMap((file) => compareKind(file, changed.get(file.path)?.change ?? null));
  const extra = files.filter((file) => !announced.has(file.path) && !isImplied(file, change));
  const drift = [
    ...others,
    ...extra.map(({ path, change: how }) => `${path} was ${how}, and the design does not announce it`),
  ];
  const kept = announced.size - undone.length;
  const summary = `${kept} of ${count(announced.size, 'announced file')} changed as announced; drift: ${count(drift.length, 'file')}`;
  const { isStrict } = input.settings;
  return makeResult('scope', summary, {
    failed: isStrict ? [...undone, ...drift] : undone,
    warned: isStrict ? [] : drift,
  });
}

function objectTo({ path, change }: AnnouncedFile, how: ChangedFile['change'] | null): string[] {
  if (how === null) return [`${path} was announced (${change}), and not touched`];
  const isGone = how === 'deleted';
  return isGone === (change === 'Delete') ? [] : [`${path} was announced (${change}), and was ${how}`];
}

/** The base may have moved since the design was written: a file may be there by now, or no longer. */
function compareKind({ path, change }: AnnouncedFile, how: ChangedFile['change'] | null): string[] {
  if (how === null || change === 'Delete' || how === 'deleted' || done[change] === how) return [];
  return [`${path} was announced (${change}), and was ${how}`];
}

/** What follows from what the design asks for: its tests, what is new among them, and what a package manager writes. */
function isImplied({ path, change }: ChangedFile, { files, announced, isTest, isSupport }: JudgedChange): boolean {
  if (isLockFile(path)) return files.some((file) => announced.has(file.path) && isManifestOf(path, file.path));
  if (change === 'deleted') return false;
  return isTest(path) || (change === 'added' && isSupport(path));
}
