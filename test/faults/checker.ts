import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkCheckpoints } from './check-checkpoints.ts';
import { checkApprovals, checkPublished, checkTemporaries, checkWhole } from './check-files.ts';
import { checkJournal, checkRepeats } from './check-journal.ts';
import { readJournals } from './journals.ts';

/**
 * Reads what a batch left and says what breaks a promise: nothing acknowledged is lost (P1), nothing is done twice (P2),
 * every file is old or new (P3), state is readable (P4). It shares no code with the product. `interrupted`: right after
 * a crash, before anybody has tidied up.
 */
export function checkRepository(repo: string, state: 'interrupted' | 'over'): string[] {
  const journals = readJournals(repo);
  const isOver = state === 'over';
  return [
    ...journals.flatMap(checkJournal),
    ...checkRepeats(journals),
    ...checkPublished(repo, journals),
    ...checkWhole(repo, journals),
    ...checkTemporaries(repo, journals, isOver),
    ...checkCheckpoints(repo, journals, isOver),
    ...(isOver ? checkOver(repo) : []),
  ];
}

function checkOver(repo: string): string[] {
  const last = readJournals(repo).at(-1)?.entries.at(-1);
  const isEnded = last?.kind === 'batch-ended';
  const isLocked = ['.agentos', '.git'].some((folder) => existsSync(join(repo, folder, 'agentos.lock.json')));
  return [
    ...(isEnded ? [] : [`the last batch ends with ${last?.kind}`]),
    ...(isLocked ? ['the record of the lock was left behind'] : []),
    ...checkApprovals(repo),
  ];
}
