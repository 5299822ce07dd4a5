import type { BatchRecord } from '../model/batch-record.ts';

const mostIds = 50;
/** The flags by which every command finds the repository and its state. */
const findingFlags = ['--repo', '--config'];

/** A command as words, ready to paste into a shell. */
export function renderCommand(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

/** Runs these tasks again in a new batch; more of them than fit a line are left to `retry`. */
export function renderRetry(record: BatchRecord, ids: readonly string[], flags: readonly string[] = []): string {
  const { started, name } = record;
  if (started === null || ids.length > mostIds)
    return renderCommand(['agentos', 'retry', ...findingOf(record), ...flags, name]);
  return renderCommand(['agentos', started.workflow, ...started.places, ...flags, '--ids', ...ids]);
}

/** What to do about tasks that were rejected: where a person said no before any review, nothing is left to go on from. */
export function renderRejected(record: BatchRecord, ids: readonly string[], hasReviews: boolean): string {
  return hasReviews
    ? `\`${renderRetry(record, ids)}\` for more review rounds`
    : `\`${renderRetry(record, ids, ['--fresh'])}\` to begin anew`;
}

export function renderResume(record: BatchRecord): string {
  return renderCommand(['agentos', 'resume', ...findingOf(record), record.name]);
}

/** Says which credentials can be used. */
export function renderCheck(record: BatchRecord): string {
  return renderCommand(['agentos', 'credentials', ...findingOf(record), '--check']);
}

/** A command on one task, such as `agentos show 137`. */
export function renderTaskCommand(record: BatchRecord, command: string, id: string): string {
  return renderCommand(['agentos', command, ...findingOf(record), id]);
}

/** Flags and their values alternate, but for flags without one. */
function findingOf({ started }: BatchRecord): string[] {
  const places = started?.places ?? [];
  return places.flatMap((word, at) => (findingFlags.includes(word) ? [word, places[at + 1] ?? ''] : []));
}

function quoteWord(word: string): string {
  return /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
