import { existsSync } from 'node:fs';
import type { BatchRecord } from '../../model/batch-record.ts';
import { showPath } from '../../model/paths.ts';
import type { CleanedKind } from '../../report/clean.ts';
import { agentHomesOf, removeAgentHomes } from '../../store/agent-home.ts';
import { batchFolder } from '../../store/batch-folder.ts';
import { checkpointPath, dropCheckpoint } from '../../store/checkpoint-file.ts';
import { loadAllPosted } from '../../store/github-comments.ts';
import { listBatches } from '../../store/journal-reader.ts';
import { listCheckpointAges, listUnbornBatches, removeBatch } from '../../store/retention.ts';
import { readEarlierBatches } from '../batch/earlier-batches.ts';
import { listLeftCheckpoints } from '../batch/tidy-up.ts';
import type { Finding } from './finding.ts';
import { type Judgement, judgeState } from './retention.ts';
import { listUndelivered } from './undelivered.ts';

export interface StatePlace {
  readonly repoDir: string;
  readonly baseDir: string;
  readonly olderThanAt: number;
}

export interface StateFindings {
  readonly findings: readonly Finding[];
  readonly records: readonly BatchRecord[];
  /** The ids of tasks whose implementation a retry goes on with. */
  readonly retryable: ReadonlySet<string>;
  /** Batches that are too young to be judged. */
  readonly young: number;
}

/** What old batches left in our own state. In the order of removal: journals before the checkpoints that they prove. */
export function findState(place: StatePlace): StateFindings {
  const { baseDir, repoDir, olderThanAt } = place;
  const earlier = readEarlierBatches(baseDir);
  const records = earlier.folds.map(({ record }) => bringAlong(record, repoDir));
  const unreadable = listUnreadable(baseDir, records);
  const checkpoints = listCheckpointAges(baseDir);
  const doneCheckpoints = new Set(listLeftCheckpoints(baseDir, earlier));
  const { batches, checkpoints: judged } = judgeState({
    ...{ repoDir, records, unreadable, checkpoints, doneCheckpoints, olderThanAt },
    undelivered: listUndelivered(records, loadAllPosted(baseDir)),
  });
  const forget = (name: string) => removeBatch(baseDir, name);
  const findings = [
    ...[...batches].flatMap(([name, judgement]) => toFinding('batch', name, judgement, () => forget(name))),
    ...listUnbornBatches(baseDir, olderThanAt).map((name) => goes('batch', name, 'it never began', () => forget(name))),
    ...unreadable.map((name): Finding => ({ kind: 'batch', name, reason: 'its journal cannot be read', remove: null })),
    ...[...judged].flatMap(([name, judgement]) => {
      const path = showPath(repoDir, checkpointPath(baseDir, name));
      return toFinding('checkpoint', path, judgement, () => dropCheckpoint(baseDir, name));
    }),
    ...records.filter(({ name }) => batches.get(name)?.kind !== 'goes').flatMap((record) => findHomes(record, place)),
  ];
  const retryable = [...judged].flatMap(([name, { kind }]) =>
    kind === 'goes' ? [] : (name.match(/^implement-(.+)$/)?.[1] ?? []),
  );
  const young = [...batches.values()].filter(({ kind }) => kind === 'young').length;
  return { findings, records, retryable: new Set(retryable), young };
}

/** A repository that was moved has its batches with it. */
function bringAlong(record: BatchRecord, repoDir: string): BatchRecord {
  const { started } = record;
  return started === null || existsSync(started.repoDir) ? record : { ...record, started: { ...started, repoDir } };
}

/** A batch of another repository may run. */
function findHomes({ name, exitCode, started }: BatchRecord, { baseDir, repoDir }: StatePlace): Finding[] {
  const batchDir = batchFolder(baseDir, name);
  const isOver = exitCode !== null || started?.repoDir === repoDir;
  if (!isOver || !existsSync(agentHomesOf(batchDir))) return [];
  const path = showPath(repoDir, agentHomesOf(batchDir));
  return [goes('agent-homes', path, 'no program of that batch runs', () => removeAgentHomes(batchDir))];
}

function toFinding(kind: CleanedKind, name: string, judgement: Judgement, remove: () => void): Finding[] {
  if (judgement.kind === 'young') return [];
  if (judgement.kind === 'stays') return [{ kind, name, reason: judgement.reason, remove: null }];
  return [goes(kind, name, judgement.reason, remove)];
}

function goes(kind: CleanedKind, name: string, reason: string, remove: () => void): Finding {
  return { kind, name, reason, remove: async () => remove() };
}

function listUnreadable(baseDir: string, records: readonly BatchRecord[]): string[] {
  const readable = new Set(records.map(({ name }) => name));
  return listBatches(baseDir).filter((name) => !readable.has(name));
}
