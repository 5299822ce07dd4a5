import { availableParallelism } from 'node:os';
import { workerEnvironment } from '../../config/environment.ts';
import type { SettingValues } from '../../config/settings.ts';
import { LocalBatch } from '../../engines/local/local-batch.ts';
import { makeSpanId, makeTraceId } from '../../engines/local/trace-ids.ts';
import type { BegunExchange, ExchangeEntry } from '../../gateway/setup.ts';
import type { BatchFold, BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { BatchEvent } from '../../model/event.ts';
import { showPath } from '../../model/paths.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { makeTaskReceipt, type TaskReceipt } from '../../model/task-receipt.ts';
import { makeTaskRecord } from '../../model/task-record.ts';
import { AwakeClock } from '../../parallel/awake-clock.ts';
import { workerEntry } from '../../parallel/worker-entry.ts';
import { WorkerPool } from '../../parallel/worker-pool.ts';
import { hasAnswer } from '../../store/answers.ts';
import { batchFolder, logsFolder } from '../../store/batch-folder.ts';
import { type Journal, openJournal, reopenJournal } from '../../store/journal.ts';
import { sizeOfJournal } from '../../store/journal-reader.ts';
import { warnOfSqlite } from '../../store/sqlite-version.ts';
import type { TaskOrder } from '../../worker/task-order.ts';
import type { Door } from '../door.ts';
import { EventTail } from '../event-tail.ts';
import type { BatchFollower } from '../github/follow-batch.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import { nameTask } from '../tools.ts';
import { findOverspending, isBudgeted } from './budget.ts';
import type { KnownByWorkflow } from './earlier-batches.ts';
import type { Workshop } from './prepare-workshop.ts';
import { Screen } from './screen.ts';
import { makeTaskOrder } from './task-orders.ts';
import { TaskVoices } from './task-voices.ts';
import { Teller } from './teller.ts';
import { readTerminalFacts } from './terminal-facts.ts';

/** Everything that one batch needs to know. */
export interface HouseSetup {
  readonly name: string;
  readonly door: Door;
  readonly repoDir: string;
  readonly roots: readonly string[];
  readonly settings: SettingValues;
  readonly known: KnownByWorkflow;
  /** The record so far of a batch that goes on; null for a new one. */
  readonly resumed: BatchRecord | null;
  readonly fold: BatchFold;
  readonly isFresh: boolean;
  /** Tasks whose inputs may differ from what was planned. */
  readonly mayDiffer: ReadonlySet<string>;
  readonly view: OutputView;
  /** Marks every process of this repository's batches. */
  readonly mark: Readonly<Record<string, string>>;
  /** Null if no model is asked. */
  readonly desk: ModelDesk | null;
  /** Null if nobody else is told what happens. */
  readonly follower: BatchFollower | null;
  /** What a task whose results are in place goes on with; null where that is all. */
  readonly follow: ((task: WorkflowTask) => Promise<WorkflowTask | null>) | null;
  /** Null if this batch implements nothing. */
  readonly workshop: Workshop | null;
}

interface OutputView {
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  readonly isJson: boolean;
  readonly isEvents: boolean;
}

/** A batch's journal, screen, logs and workers, opened together and closed together. */
export class BatchHouse implements AsyncDisposable {
  readonly journal: Journal;
  readonly screen: Screen;
  readonly engine: LocalBatch<WorkflowTask>;
  readonly #setup: HouseSetup;
  readonly #spanId = makeSpanId();
  readonly #clock = new AwakeClock();
  readonly #voices: TaskVoices;
  readonly #tail: EventTail | null;
  readonly #teller: Teller;
  readonly #pool: WorkerPool;

  constructor(setup: HouseSetup) {
    this.#setup = setup;
    const { name, settings, resumed, door, view, fold } = setup;
    const traceId = resumed?.traceId ?? makeTraceId();
    this.journal = this.#openJournal(traceId);
    this.screen = new Screen({
      door,
      facts: readTerminalFacts(),
      isQuiet: view.isQuiet,
      isStdoutTaken: view.isJson || view.isEvents,
      record: () => fold.record,
    });
    // A batch that goes on shows what is new.
    const fromByte = sizeOfJournal(settings.baseDir, name) ?? 0;
    this.#tail = view.isEvents ? new EventTail(this.journal.path, door.stdout, { fromByte }) : null;
    this.#voices = this.#openVoices();
    this.#teller = this.#openTeller();
    // A first task is all processor time: too many at once only keep each other from their first model call.
    this.#pool = new WorkerPool(this.#workerSetup(), settings.parallel, availableParallelism());
    this.engine = this.#openEngine(traceId);
  }

  async append(event: BatchEvent): Promise<void> {
    await this.journal.append(event, this.#spanId);
  }

  /** What a person should know from the start. */
  get notes(): BatchEvent[] {
    const { parallel } = this.#setup.settings;
    const { size } = this.#pool;
    const messages = [
      size < parallel ? `only ${size} workers: the limit on open files has no room for ${parallel}` : null,
      warnOfSqlite(process.versions['sqlite']),
      ...(this.#setup.workshop?.remarks ?? []),
    ];
    return messages.filter((message) => message !== null).map((message) => ({ kind: 'note', message }));
  }

  /** Something that a person should know: in the journal, and so on the screen. */
  say(message: string): void {
    this.journal.note({ kind: 'note', message }, this.#spanId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pool.killAll();
    // Its last exchanges are told before the journal is closed.
    await this.#setup.desk?.[Symbol.asyncDispose]();
    this.#clock[Symbol.dispose]();
    this.#voices[Symbol.dispose]();
    await this.journal[Symbol.asyncDispose]();
    this.screen[Symbol.dispose]();
    await this.#tail?.finish();
  }

  #openJournal(traceId: string): Journal {
    const { name, settings, resumed, door } = this.#setup;
    const open = resumed === null ? openJournal : reopenJournal;
    return open({
      baseDir: settings.baseDir,
      batch: name,
      traceId,
      now: Date.now,
      redact: (data) => door.redaction.data(data),
      onFlushed: (entries) => {
        this.#teller.tell(entries);
        this.#tail?.poke();
      },
    });
  }

  #openVoices(): TaskVoices {
    const { name, settings, door } = this.#setup;
    return new TaskVoices({
      logsDir: logsFolder(settings.baseDir, name),
      redaction: door.redaction,
      nameOf: (task) => this.#nameOf(task),
      print: (stream, lines) => this.screen.print(stream, lines),
      onTrouble: (message) => this.say(message),
    });
  }

  #openTeller(): Teller {
    const { name, repoDir, settings, door, view } = this.#setup;
    return new Teller({
      ...this.#setup,
      screen: this.screen,
      voices: this.#voices,
      redaction: door.redaction,
      nameOf: (task) => this.#nameOf(task),
      statePath: door.redaction.text(showPath(repoDir, batchFolder(settings.baseDir, name))),
      isVerbose: view.isVerbose,
    });
  }

  #workerSetup() {
    const { settings, mark } = this.#setup;
    return {
      entry: workerEntry,
      environment: { ...workerEnvironment(), ...mark },
      heapMb: settings.workerHeapMb,
      output: 'captured',
    } as const;
  }

  #openEngine(traceId: string): LocalBatch<WorkflowTask> {
    const { settings, repoDir, resumed } = this.#setup;
    return new LocalBatch<WorkflowTask>(
      {
        repoDir,
        pool: this.#pool,
        clock: this.#clock,
        traceId,
        batchSpanId: this.#spanId,
        taskTimeoutMs: settings.taskTimeoutSeconds * 1000,
        orderOf: (task) => this.#orderOf(task),
        append: (event, spanId) => this.journal.append(event, spanId),
        note: (event, spanId) => this.journal.note(event, spanId),
        onSaid: ({ id }, line) => this.#voices.say(id, line),
        onOutput: ({ id }, stream, chunk) => this.#voices.hear(id, stream, chunk),
        onOutputEnd: ({ id }) => this.#voices.end(id),
        onAttemptEnd: ({ id }) => this.#setup.desk?.revoke(id),
        follow: async (task) => (await this.#setup.follow?.(task)) ?? null,
        permitCall: ({ id }) => this.#permitCall(id),
        receiptOf: ({ id }) => this.#receiptOf(id),
        hasAnswer: ({ id }, gate) => hasAnswer(settings.baseDir, id, gate),
      },
      limitsOf(settings),
      ({ id }) => resumed?.tasks.get(id) ?? { burnedAttempts: 0, waitedMs: 0 },
    );
  }

  /** Finished steps of earlier batches may be thrown away when a task starts, and never when it goes on. */
  async #orderOf(task: WorkflowTask): Promise<TaskOrder> {
    const { name, isFresh, fold, desk, door } = this.#setup;
    // What its last attempt said is known when it is on the disk.
    if ((fold.record.tasks.get(task.id)?.attempts ?? 0) > 0) await this.journal.flushed();
    const hasBegun = (fold.record.tasks.get(task.id)?.checkpoint ?? null) !== null;
    const { sketch } = door.redaction;
    const gateway = desk?.grant(task) ?? null;
    return makeTaskOrder({ ...this.#setup, batch: name, isFresh: isFresh && !hasBegun, sketch, gateway }, task);
  }

  /** Money that is spent stops the batch: every other task would be refused as well. */
  async #permitCall(id: string): Promise<void> {
    const { settings, fold } = this.#setup;
    await this.journal.flushed();
    const spent = findOverspending(settings, fold.record, id);
    if (spent?.isBatch) this.engine.stop(spent.message);
    if (spent !== null) throw new AgentOsError('BUDGET_SPENT', spent.message);
  }

  /** All that was told of it so far is in the record when it is on the disk. */
  async #receiptOf(id: string): Promise<TaskReceipt> {
    await this.journal.flushed();
    return makeTaskReceipt(this.#setup.fold.record.tasks.get(id) ?? makeTaskRecord(id));
  }

  /** Whoever is killed has not forgotten what was asked; where money is bounded, a power cut forgets nothing either. */
  async noteBegin({ taskId, ...begun }: BegunExchange): Promise<void> {
    const event = { kind: 'exchange-begun', task: taskId, ...begun } as const;
    if (isBudgeted(this.#setup.settings)) await this.append(event);
    else this.journal.write(event, this.#spanId);
  }

  /** An exchange with a provider, for the record. */
  noteExchange({ taskId, ...exchange }: ExchangeEntry): void {
    this.journal.note({ kind: 'exchange', task: taskId, ...exchange }, this.#spanId);
  }

  #nameOf(id: string): string {
    return nameTask({ id, workflow: this.#setup.fold.workflowOf(id) ?? 'requirements' });
  }
}

function limitsOf(settings: SettingValues) {
  const { parallel, maxParallel, maxAttempts, maxWaitSeconds, batchTimeoutSeconds } = settings;
  const batchTimeoutMs = batchTimeoutSeconds === null ? null : batchTimeoutSeconds * 1000;
  return { parallel, maxParallel, maxAttempts, maxWaitMs: maxWaitSeconds * 1000, batchTimeoutMs };
}
