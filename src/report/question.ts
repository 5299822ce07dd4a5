import type { BatchRecord } from '../model/batch-record.ts';
import type { JournalEntry, PublishedFile } from '../model/event.ts';
import type { PersonsAnswer } from '../model/persons-answer.ts';
import type { Workflow, WorkflowTask } from '../model/task.ts';
import { renderTaskCommand } from './command-line.ts';
import { wrapForeign } from './wrap.ts';

/** What a task asks a person, as it is in JSON. */
export interface Question {
  /** `issue`, `draft` or `verdict`; another word for a gate that this version does not know. */
  readonly gate: string;
  readonly text: string;
  /** What to read before answering: paths, the one that matters most first. */
  readonly read: readonly string[];
  readonly approve: string;
  readonly reject: string;
}

interface Asking {
  readonly record: BatchRecord;
  readonly planned: WorkflowTask;
  readonly entries: readonly JournalEntry[];
  /** What earlier batches wrote for the task: one that goes on with their steps asks about those files. */
  readonly earlierFiles: readonly PublishedFile[];
}

/** Null if the last word of the task is no question. */
export function findQuestion({ record, planned, entries, earlierFiles }: Asking): Question | null {
  const fate = record.tasks.get(planned.id)?.fate;
  if (fate?.kind !== 'parked' || fate.for !== 'person') return null;
  const parked = entries.findLast((entry) => entry.kind === 'task-parked');
  const gate = (parked?.gate ?? '').replace(/-\d+.*$/, '');
  const files = [...earlierFiles, ...(record.tasks.get(planned.id)?.files ?? [])];
  return {
    gate,
    text: fate.reason,
    read: listReading(gate, planned, files),
    approve: renderTaskCommand(record, 'approve', planned.id),
    reject: renderTaskCommand(record, 'reject', planned.id),
  };
}

/** The last of each kind in the lineage. */
function listReading(gate: string, { inputPath, workflow }: WorkflowTask, files: readonly PublishedFile[]): string[] {
  if (workflow === 'implement') return [listProofs(gate, files), inputPath].flat();
  const last = (kind: string) => files.findLast(({ path }) => path.endsWith(`-${kind}.md`))?.path ?? [];
  if (gate === 'issue') return [inputPath, last('check')].flat();
  if (gate === 'draft') return [last('draft'), last('check')].flat();
  return [last('verdict'), last('draft'), last('check')].flat();
}

/** Of the code, and not of its design. */
function listProofs(gate: string, files: readonly PublishedFile[]): string[] {
  const own = files.map(({ path }) => path).filter((path) => path.includes('-impl/'));
  const name = gate === 'draft' ? '-prove-red.log' : '-verdict.md';
  return own.filter((path) => path.endsWith(name)).slice(-1);
}

/** What each answer does. */
interface Words {
  readonly when: string;
  readonly approve: string;
  readonly approveNote: string | null;
  readonly reject: string;
  readonly rejectNote: string;
}

const revised = 'it is revised, and your note is what has to change';
const over = 'the task ends, rejected';
const wordsOfDesign: Readonly<Record<string, Words>> = {
  issue: {
    when: 'before anything is designed',
    approve: 'it is designed as it is written, in the more careful reading',
    approveNote: 'it is designed, and your note settles the matter',
    reject: over,
    rejectNote: 'the same as to approve with this note',
  },
  draft: {
    when: 'before the first review',
    approve: 'it goes to review',
    approveNote: 'it goes to review, and reviewer and drafter are told your note',
    reject: over,
    rejectNote: revised,
  },
  verdict: {
    when: 'after a review',
    approve: 'it counts as APPROVED; errors that a machine found still block it',
    approveNote: null,
    reject: over,
    rejectNote: revised,
  },
};

const wordsOfCode: Readonly<Record<string, Words>> = {
  draft: {
    when: 'when the tests are written, and red',
    approve: 'the agent makes them pass',
    approveNote: 'the agent makes them pass; it and the reviewer are told your note',
    reject: over,
    rejectNote: 'tests are written anew, and your note is what has to change',
  },
  verdict: {
    when: 'after a review of the code',
    approve: 'it counts as APPROVED, and is committed; gates that failed still block it',
    approveNote: null,
    reject: over,
    rejectNote: 'the agent goes on, and your note is what has to change',
  },
};

/**
 * With what stands before it a line fits into 80 columns: one that a terminal broke could begin with words that look
 * like ours.
 */
const widest = 76;
const foreign = '  | ';

/** The question in full, what to read, the commands that answer, and what each answer does; or what was answered. */
export function renderQuestion(
  { gate, text, read, approve, reject }: Question,
  workflow: Workflow = 'requirements',
  given: PersonsAnswer | null = null,
): string[] {
  const known = (workflow === 'implement' ? wordsOfCode : wordsOfDesign)[gate];
  return [
    known === undefined ? 'A person is asked:' : `A person is asked (${gate} gate, ${known.when}):`,
    ...quoteForeign(text),
    ...(read.length === 0 ? [] : ['Read first:', ...read.map((path) => `  ${path}`)]),
    ...(given === null ? [] : renderGiven(given)),
    `${given === null ? 'Answer' : 'To replace this answer'}: run \`${approve}\`, or \`${reject} --note '…'\`.`,
    ...(known === undefined ? [] : renderEffects(known)),
  ];
}

/** `approved`, and the note if there is one. */
function renderGiven({ answer, note }: PersonsAnswer): string[] {
  const said = answer === 'approve' ? 'approved' : 'rejected';
  return note === null
    ? [`It is answered: ${said}.`]
    : [`It is answered: ${said}, with the note`, ...quoteForeign(note)];
}

function quoteForeign(text: string): string[] {
  return wrapForeign(text, widest).map((line) => `${foreign}${line}`.trimEnd());
}

function renderEffects({ approve, approveNote, reject, rejectNote }: Words): string[] {
  const effects = {
    approve,
    ...(approveNote === null ? {} : { 'approve with a note': approveNote }),
    'reject with a note': rejectNote,
    reject,
  };
  const width = Math.max(...Object.keys(effects).map((answer) => answer.length));
  return Object.entries(effects).map(([answer, effect]) => `  ${answer.padEnd(width)}  ${effect}`);
}
