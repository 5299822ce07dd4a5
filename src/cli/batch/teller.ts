import type { BatchFold } from '../../model/batch-record.ts';
import type { JournalEntry } from '../../model/event.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { describeTaskEvent, type OutputLine, renderEvent } from '../../report/event-lines.ts';
import type { BatchFollower } from '../github/follow-batch.ts';
import type { KnownByWorkflow } from './earlier-batches.ts';
import type { Screen } from './screen.ts';
import type { TaskVoices } from './task-voices.ts';

export interface TellerSetup {
  readonly fold: BatchFold;
  readonly known: KnownByWorkflow;
  readonly follower: BatchFollower | null;
  readonly screen: Screen;
  readonly voices: TaskVoices;
  readonly redaction: Redaction;
  nameOf(task: string): string;
  /** Where the batch keeps its state, as it is shown. */
  readonly statePath: string;
  readonly isVerbose: boolean;
}

/** What is on the disk may be believed: it is told to the record, on the screen, in the logs and to whoever follows. */
export class Teller {
  readonly #setup: TellerSetup;

  constructor(setup: TellerSetup) {
    this.#setup = setup;
  }

  tell(entries: readonly JournalEntry[]): void {
    const { fold, known, follower, nameOf, statePath, isVerbose } = this.#setup;
    const shown = { prefixOf: (task: string) => `[${nameOf(task)}] `, statePath, isVerbose };
    const lines: OutputLine[] = [];
    const notes = new Map<string, string[]>();
    for (const entry of entries) {
      // By what is known before it: the last word about a workflow belongs to it, and not to the next one.
      const workflow = 'task' in entry ? fold.workflowOf(entry.task) : null;
      lines.push(...renderEvent(entry, shown));
      if ('task' in entry) addTo(notes, entry.task, describeTaskEvent(entry, true));
      if (entry.kind === 'workflow-done') this.#log(notes);
      fold.add(entry);
      if (workflow !== null) known[workflow].add(entry);
      follower?.hear(entry, fold.record);
    }
    this.#log(notes);
    this.#print(lines);
  }

  /** Into the logs of tasks, as they are named now. */
  #log(notes: Map<string, string[]>): void {
    const { voices, redaction } = this.#setup;
    for (const [task, lines] of notes) voices.note(task, redaction.vouch(joinLines(lines)));
    notes.clear();
  }

  #print(lines: readonly OutputLine[]): void {
    const { screen, redaction } = this.#setup;
    for (const [stream, spoken] of Map.groupBy(lines, (line) => line.stream)) {
      screen.print(stream, redaction.vouch(joinLines(spoken.map(({ line }) => line))));
    }
  }
}

function addTo(notes: Map<string, string[]>, task: string, lines: readonly string[]): void {
  if (lines.length > 0) notes.set(task, [...(notes.get(task) ?? []), ...lines]);
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
