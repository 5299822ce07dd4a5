import { renderJson, showSafely } from '../model/text.ts';
import { limitLines } from './figures.ts';

export type CleanedKind = 'worktree' | 'branch' | 'litter' | 'batch' | 'checkpoint' | 'agent-homes' | 'repository';

/** Something that was found, and what became of it. */
export interface CleanedItem {
  readonly kind: CleanedKind;
  /** A branch, a batch, or a path in the repository. */
  readonly name: string;
  /** Why it goes, or stays. */
  readonly reason: string;
}

export interface CleanReport {
  readonly isDryRun: boolean;
  readonly olderThanDays: number;
  /** In a dry run: what would be. */
  readonly removed: readonly CleanedItem[];
  readonly kept: readonly CleanedItem[];
  /** Should have gone, and could not. */
  readonly failed: readonly CleanedItem[];
  /** Too young to be looked at. */
  readonly young: number;
}

const mostLines = 200;

export function renderClean(report: CleanReport): string {
  const { isDryRun, removed, kept, failed } = report;
  const lines = [
    ...list(isDryRun ? 'would remove' : 'removed', removed),
    ...list('kept', kept),
    ...list('not removed', failed),
    summarize(report),
  ];
  return `${lines.join('\n')}\n`;
}

export function renderCleanJson({ isDryRun, ...report }: CleanReport): string {
  return renderJson({ schemaVersion: 1, dryRun: isDryRun, ...report });
}

function list(what: string, items: readonly CleanedItem[]): string[] {
  return limitLines(
    items.map(({ kind, name, reason }) => showSafely(`${what}: ${kind} ${name} (${reason})`)),
    mostLines,
  );
}

function summarize({ isDryRun, removed, kept, failed, young, olderThanDays }: CleanReport): string {
  const parts = [
    `${removed.length} ${isDryRun ? 'would be removed' : 'removed'}`,
    `${kept.length} kept`,
    ...(failed.length === 0 ? [] : [`${failed.length} could not be removed`]),
    ...(young === 0
      ? []
      : [
          `${young} ${young === 1 ? 'batch is' : 'batches are'} younger than ${Math.round(olderThanDays * 100) / 100} d`,
        ]),
  ];
  const end = isDryRun ? '. Dry run: nothing was removed.' : '';
  return `${parts.join(' · ')}${end}`;
}
