import type { BatchRecord } from '../../model/batch-record.ts';
import { isFinal } from '../../model/task-record.ts';

/** The state of a repository as far as its age matters. */
export interface KeptState {
  readonly repoDir: string;
  /** Oldest first. */
  readonly records: readonly BatchRecord[];
  /** Batches that have something left to tell on GitHub. */
  readonly undelivered: ReadonlySet<string>;
  /** Journals that cannot be read: nobody knows which tasks they name. */
  readonly unreadable: readonly string[];
  readonly checkpoints: readonly { readonly name: string; readonly changedAt: number }[];
  /** Of these, those of tasks that are done. */
  readonly doneCheckpoints: ReadonlySet<string>;
  /** What happened before may go. */
  readonly olderThanAt: number;
}

export type Judgement =
  | { readonly kind: 'goes'; readonly reason: string }
  | { readonly kind: 'stays'; readonly reason: string }
  /** Not old enough to be judged. */
  | { readonly kind: 'young' };

export interface Retention {
  readonly batches: ReadonlyMap<string, Judgement>;
  readonly checkpoints: ReadonlyMap<string, Judgement>;
}

const young: Judgement = { kind: 'young' };

/**
 * What may be forgotten. Invariants: a batch that can be gone on with stays, and so does each checkpoint that a batch
 * which stays may need; whatever a journal that stays says of a task is never contradicted by what went: of a
 * task with a checkpoint all journals stay or all go, and a journal that followed on one that stays, stays.
 */
export function judgeState(state: KeptState): Retention {
  const batches = new Map(state.records.map((record) => [record.name, judgeBatch(record, state)]));
  const present = new Set(state.checkpoints.map(({ name }) => name).filter((name) => !state.doneCheckpoints.has(name)));
  while (keepOneMore(state.records, batches, present));
  const keepers = listKeepers(state.records, batches);
  const checkpoints = new Map(
    state.checkpoints.map(({ name, changedAt }) => [name, judgeCheckpoint(name, changedAt, keepers, state)]),
  );
  return { batches, checkpoints };
}

function judgeBatch({ name, started, tasks, exitCode, lastAt }: BatchRecord, state: KeptState): Judgement {
  const isYoung = lastAt >= state.olderThanAt;
  if (started === null) return isYoung ? young : { kind: 'goes', reason: 'stopped before it began' };
  if (started.repoDir !== state.repoDir) return stays(`of another repository, ${started.repoDir}`);
  const isOver = exitCode !== null && [...tasks.values()].every(({ fate }) => isFinal(fate));
  if (!isOver) return stays(`not finished: \`agentos resume ${name}\` goes on`);
  if (isYoung) return young;
  if (state.undelivered.has(name)) return stays(`not all was told on GitHub: \`agentos resume ${name}\` does`);
  return { kind: 'goes', reason: 'finished' };
}

/** False if nothing has to be kept beyond what is. Each turn keeps one batch more, so that it ends. */
function keepOneMore(
  records: readonly BatchRecord[],
  batches: Map<string, Judgement>,
  present: ReadonlySet<string>,
): boolean {
  const seen = new Map<string, string>();
  const keepers = listKeepers(records, batches);
  for (const record of records) {
    const goes = batches.get(record.name)?.kind === 'goes';
    for (const key of keysOf(record)) {
      const keeper = seen.get(key) ?? (present.has(key) ? keepers.get(key) : undefined);
      if (goes && keeper !== undefined) {
        batches.set(record.name, stays(`batch ${keeper}, which stays, knows the same task ${key}`));
        return true;
      }
      if (!goes) seen.set(key, record.name);
    }
  }
  return false;
}

/** The last batch that stays, for each task, by the name of its checkpoint. */
function listKeepers(
  records: readonly BatchRecord[],
  batches: ReadonlyMap<string, Judgement>,
): ReadonlyMap<string, string> {
  const staying = records.filter(({ name }) => batches.get(name)?.kind !== 'goes');
  return new Map(staying.flatMap((record) => keysOf(record).map((key): [string, string] => [key, record.name])));
}

/** A chained batch takes each task through both. */
function keysOf({ started }: BatchRecord): string[] {
  if (started === null) return [];
  const isChained = started.workflow === 'run';
  return started.tasks.flatMap(({ workflow, id }) =>
    isChained ? [`requirements-${id}`, `implement-${id}`] : [`${workflow}-${id}`],
  );
}

function judgeCheckpoint(
  name: string,
  changedAt: number,
  keepers: ReadonlyMap<string, string>,
  { doneCheckpoints, unreadable, olderThanAt }: KeptState,
): Judgement {
  if (doneCheckpoints.has(name)) return { kind: 'goes', reason: 'its task is done' };
  const keeper = keepers.get(name);
  if (keeper !== undefined) return stays(`batch ${keeper} may need it`);
  if (unreadable.length > 0) return stays(`batch ${unreadable[0]}, which cannot be read, may need it`);
  return changedAt >= olderThanAt ? young : { kind: 'goes', reason: 'no batch knows it any more' };
}

function stays(reason: string): Judgement {
  return { kind: 'stays', reason };
}
