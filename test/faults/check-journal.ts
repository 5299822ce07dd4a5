import type { Entry, ReadJournal } from './journals.ts';

/** What is wrong with one journal by itself: P4, and the order in which things may happen to a task. */
export function checkJournal({ batch, entries, tail, unreadable }: ReadJournal): string[] {
  const say = (what: string) => `journal ${batch}: ${what}`;
  return [
    ...unreadable.map((line) => say(`line ${line} is torn, and not the last one`)),
    ...(tail !== '' && entries.at(-1)?.kind === 'batch-ended' ? [say('a torn line after the end of the batch')] : []),
    ...checkNumbers(entries).map(say),
    ...checkStories(entries).map(say),
  ];
}

function checkNumbers(entries: readonly Entry[]): string[] {
  const gap = entries.findIndex(({ sequence }, at) => sequence !== at + 1);
  const gaps = gap === -1 ? [] : [`line ${gap + 1} has number ${entries[gap]?.sequence}`];
  const isOneTrace = new Set(entries.map(({ traceId }) => traceId)).size <= 1;
  const isBegun = entries.length === 0 || entries[0]?.kind === 'batch-started';
  return [
    ...gaps,
    ...(isOneTrace ? [] : ['more than one trace']),
    ...(isBegun ? [] : ['does not begin with its start']),
  ];
}

/** Nothing happens to a task after it is done, and nothing is done before it has started. */
function checkStories(entries: readonly Entry[]): string[] {
  const started = new Set<string>();
  const done = new Set<string>();
  const wrong: string[] = [];
  for (const { kind, task, sequence } of entries) {
    if (task === undefined) continue;
    if (kind === 'task-started') started.add(task);
    if (done.has(task)) wrong.push(`line ${sequence}: ${kind} of ${task} after it was done`);
    if (kind === 'step-done' && !started.has(task)) wrong.push(`line ${sequence}: a step of ${task} before its start`);
    if (kind === 'task-done') done.add(task);
  }
  return wrong;
}

/** P2: a step that the journal calls done was done once; only another checkpoint may hold it again. */
export function checkRepeats(journals: readonly ReadJournal[]): string[] {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const { kind, task, step, checkpoint } of journals.flatMap(({ entries }) => entries)) {
    if (kind !== 'step-done' && kind !== 'step-found') continue;
    const key = `${task} ${step} ${checkpoint?.id}`;
    if (seen.has(key)) wrong.push(`step ${step} of ${task} was done twice in one checkpoint`);
    seen.add(key);
  }
  return wrong;
}
