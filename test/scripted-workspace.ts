import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { JournalEntry } from '../src/model/event.ts';
import { type Ending, runAgentos, type Started, startAgentos, waitFor } from './faults/processes.ts';
import { issueText, Workspace } from './workspace.ts';

/** What the scripted provider does for a task; see docs/scripted.md. */
type Calls = readonly (object | readonly object[])[];
export type Plays = Readonly<
  Record<string, { readonly draft?: Calls; readonly revise?: Calls; readonly review?: Calls }>
>;

const roles = ['--drafter', 'scripted:script.json', '--reviewer', 'scripted:script.json'];

export const approved = { review: [{ answer: 'APPROVED' }] };
export const crashes = { draft: [{ crash: 'exit' }] };
/** Waits until it is stopped; whoever asks again gets an answer at once. */
export const hangsInDraft = { draft: [[{ hang: true }, {}]] };
export const hangsInReview = { review: [[{ hang: true }, { answer: 'APPROVED' }]] };
export const sentBackOnce = { review: [{ answer: 'REVISE', message: 'Say more' }, { answer: 'APPROVED' }] };

/** A repository of issues and a script that is played for them, with a ledger of every call. */
export class ScriptedWorkspace extends Workspace {
  readonly #started: Started[] = [];

  constructor(ids: readonly (string | number)[], plays: Plays = {}) {
    super();
    for (const id of ids) this.write({ [`docs/issues/${id}.md`]: issueText(`Title ${id}`) });
    this.play(plays);
  }

  /** From now on this is played. What was answered stays answered. */
  play(plays: Plays): this {
    return this.write({ 'script.json': JSON.stringify({ schemaVersion: 1, ledger: 'ledger.txt', tasks: plays }) });
  }

  /** `agentos`; whoever still runs at the end of the test is killed. */
  start(...args: readonly string[]): Started {
    const started = startAgentos(args, { cwd: this.dir });
    this.#started.push(started);
    return started;
  }

  override [Symbol.dispose](): void {
    for (const { child } of this.#started) child.kill('SIGKILL');
    super[Symbol.dispose]();
  }

  async run(...args: readonly string[]): Promise<Ending> {
    return await runAgentos(args, { cwd: this.dir });
  }

  /** `agentos requirements` with the script. */
  async requirements(...more: readonly string[]): Promise<Ending> {
    return await this.run(...requirements(...more));
  }

  /** Runs a batch until the ledger has these calls, and kills its coordinator. */
  async killAt(calls: readonly string[], ...more: readonly string[]): Promise<void> {
    const run = this.start(...requirements(...more));
    await this.calls(...calls);
    run.child.kill('SIGKILL');
    await run.ended;
  }

  /** Waits until these calls were made. */
  async calls(...calls: readonly string[]): Promise<void> {
    await waitFor(`the calls ${calls.join(', ')}`, () => calls.every((call) => this.ledger().includes(call)));
  }

  /** Every call about a design in its order: `137 review 2 1` is the first try of the second review. */
  ledger(): string[] {
    const path = this.path('ledger.txt');
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
    return lines.filter((line) => !line.includes(' check-issue '));
  }

  /** Forgets the calls so far. */
  clearLedger(): void {
    writeFileSync(this.path('ledger.txt'), '');
  }

  /** Names of batches, the oldest first. */
  batches(): string[] {
    return this.names('.agentos/batches');
  }

  lastBatch(): string {
    return this.batches().at(-1) ?? 'no batch';
  }

  /** The journal of the last batch. */
  journal(): JournalEntry[] {
    return readLines(this.journalPath()).map((line) => JSON.parse(line));
  }

  journalPath(): string {
    return this.path('.agentos/batches', this.lastBatch(), 'journal.ndjson');
  }

  /** What became of the tasks of the last batch: `{ 1: 'done', 2: 'failed crash' }`. */
  fates(): Record<string, string> {
    const fates: Record<string, string> = {};
    for (const entry of this.journal()) {
      if (entry.kind === 'task-failed') fates[entry.task] = `failed ${entry.failure.code}`;
      else if ('task' in entry && /^task-(done|rejected|cancelled|parked)$/.test(entry.kind))
        fates[entry.task] = entry.kind.slice('task-'.length);
    }
    return fates;
  }

  /** What a task said in the last batch, byte for byte. */
  log(task: string): Buffer {
    return readFileSync(this.path('.agentos/batches', this.lastBatch(), 'logs', `LLD-${task}.log`));
  }

  /** Designs by their names. */
  designs(): string[] {
    return this.names('docs/lld/active');
  }

  /** Checkpoints with whatever else lies beside them. */
  checkpoints(): string[] {
    return this.names('.agentos/checkpoints');
  }

  lineage(task: string): string[] {
    return this.names(`docs/lineage/${task}-lld`);
  }

  /** Files that were on their way to a place. */
  temporaries(): string[] {
    return this.list().filter((line) => /\.tmp[^/]* \d+ [\d.]+$/.test(line));
  }

  names(folder: string): string[] {
    return existsSync(this.path(folder)) ? readdirSync(this.path(folder)).sort() : [];
  }
}

export function requirements(...more: readonly string[]): string[] {
  return ['requirements', ...roles, ...more];
}

export function readLines(path: string): string[] {
  return existsSync(path) ? linesOf(readFileSync(path, 'utf8')) : [];
}

/** Lines that are whole. */
export function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}
