import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import type { RedactedData } from '../model/redacted.ts';
import { removeIfThere, writeAtomically } from './atomic-writer.ts';
import { type CheckpointContent, readContent } from './checkpoint-content.ts';
import {
  checkHeader,
  checkpointFolder,
  checkpointPath,
  damaged,
  openDatabase,
  placeDatabase,
  quarantine,
  refuseNewer,
} from './checkpoint-file.ts';
import { makeImage, migrate, schemaVersion } from './checkpoint-schema.ts';
import { type Checkpoint, SavedSteps } from './saved-steps.ts';
import { explainSqlite, sqliteCodeOf } from './sqlite-trouble.ts';
import { makeStateFolder } from './state-folder.ts';
import { explainStateWriting } from './trouble.ts';

/** A task's checkpoint is only ever open in the one worker that runs the task. */
export interface CheckpointSetup {
  readonly baseDir: string;
  /** The task, such as requirements-137. */
  readonly name: string;
  /** Of all that the finished steps depend on. */
  readonly fingerprint: string;
  /** Throws away what an earlier attempt finished. */
  readonly isFresh: boolean;
  /** What journals prove was in it; null if nothing, also after it was found damaged. */
  readonly expected: { readonly id: string; readonly sequence: number } | null;
  /** Epoch milliseconds. */
  now(): number;
  redact<T>(data: T): RedactedData<T>;
}

export type { Checkpoint } from './saved-steps.ts';

/**
 * Opens the checkpoint of a task, made new where there is none. One that cannot be trusted is laid aside and told as
 * CHECKPOINT_DAMAGED; CHECKPOINT_LOCKED, STORAGE_FAILED and STATE_TOO_NEW leave it as it is.
 */
export function openCheckpoint(setup: CheckpointSetup): Checkpoint {
  const path = checkpointPath(setup.baseDir, setup.name);
  return explainStateWriting(path, () => {
    makeFolder(setup.baseDir);
    return setup.isFresh ? startOver(setup, path) : goOn(setup, path);
  });
}

/** Below a running batch a state that is gone is not made anew. */
function makeFolder(baseDir: string): void {
  try {
    makeStateFolder(baseDir, checkpointFolder);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    const message = `${baseDir} was deleted or moved while the batch was running`;
    throw new AgentOsError('STORAGE_FAILED', message, { cause: error });
  }
}

function startOver(setup: CheckpointSetup, path: string): Checkpoint {
  const isThere = existsSync(path);
  if (isThere) settleQuietly(path);
  return makeNew(setup, path, isThere || setup.expected !== null ? 'a fresh start was asked for' : null);
}

function goOn(setup: CheckpointSetup, path: string): Checkpoint {
  let database: DatabaseSync | null = null;
  try {
    if (!checkHeader(path)) return makeFirst(setup, path);
    database = openDatabase(path, 'FULL');
    upgrade(database, path);
    const content = readContent(database);
    verifyContent(content, setup);
    if (content.meta.fingerprint === setup.fingerprint) return makeCheckpoint(setup, path, database, content);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    database = null;
    const isLoss = content.steps.size > 0 || setup.expected !== null;
    return makeNew(setup, path, isLoss ? 'what its steps depend on has changed' : null);
  } catch (error) {
    const told = keepAside(setup, path, explainOpening(path, error));
    database?.close();
    throw told;
  }
}

function makeFirst(setup: CheckpointSetup, path: string): Checkpoint {
  if (setup.expected !== null) throw damaged('its file is gone');
  return makeNew(setup, path, null);
}

/** In one rename: at no moment is there neither the old nor the new one. */
function makeNew(setup: CheckpointSetup, path: string, resetReason: string | null): Checkpoint {
  const { name, fingerprint } = setup;
  const previousId = setup.expected?.id ?? null;
  const meta = { id: randomUUID(), name, fingerprint, madeAt: setup.now(), previousId, resetReason };
  placeDatabase(path, makeImage(meta));
  try {
    return makeCheckpoint(setup, path, openDatabase(path, 'FULL'), { meta, steps: new Map() });
  } catch (error) {
    throw explainSqlite(path, error);
  }
}

/** A reset that was cut off before any journal heard of it is told again. */
function makeCheckpoint(
  setup: CheckpointSetup,
  path: string,
  database: DatabaseSync,
  content: CheckpointContent,
): Checkpoint {
  const { id, previousId, resetReason } = content.meta;
  const isUnheard = setup.expected?.id !== id && (setup.expected?.id ?? null) === previousId;
  const keep = (error: AgentOsError) => keepAside(setup, path, error);
  const redact = <T>(data: T) => setup.redact(data);
  return new SavedSteps({
    path,
    database,
    content,
    resetReason: isUnheard ? resetReason : null,
    keepAside: keep,
    redact,
  });
}

function upgrade(database: DatabaseSync, path: string): void {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  if (typeof version !== 'number' || version < 1) throw damaged(`it has version ${version}`);
  refuseNewer(path, version);
  if (version === schemaVersion) return;
  const backup = `${path}.v${version}`;
  removeIfThere(`${backup}.new.tmp`);
  writeAtomically(backup, database.serialize(), 'new');
  migrate(database, version);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function verifyContent({ meta, steps }: CheckpointContent, { name, expected }: CheckpointSetup): void {
  if (meta.name !== name) throw damaged(`it belongs to ${meta.name}`);
  if (expected === null || meta.previousId === expected.id) return;
  if (meta.id !== expected.id) throw damaged(`it is not the one that the journal knows (${expected.id})`);
  if (steps.size < expected.sequence) throw damaged(`it holds ${steps.size} of ${expected.sequence} entries`);
}

/** While we open it, whatever SQLite cannot make sense of is damage: we have asked for nothing unusual. */
function explainOpening(path: string, error: unknown): unknown {
  const explained = explainSqlite(path, error);
  if (explained instanceof AgentOsError || !(error instanceof Error)) return explained;
  const isOutOfRange = 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
  return isOutOfRange || sqliteCodeOf(error) !== null ? damaged(error.message) : error;
}

/** Lays a damaged checkpoint aside before it is closed, which would tidy its traces away. */
function keepAside<Trouble>(setup: CheckpointSetup, path: string, error: Trouble): Trouble | AgentOsError {
  if (!(error instanceof AgentOsError && error.code === 'CHECKPOINT_DAMAGED')) return error;
  const kept = quarantine(path, setup.now());
  const where = kept === null ? 'nothing of it is left' : `it was kept as ${kept}`;
  const message = `the checkpoint of ${setup.name} is damaged: ${error.message}; ${where}; the next retry starts afresh`;
  return new AgentOsError('CHECKPOINT_DAMAGED', message, { cause: error });
}

/** Moves the log into the database, so that both can go in one rename. What cannot be opened goes as it is. */
function settleQuietly(path: string): void {
  try {
    const database = openDatabase(path, 'FULL');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  } catch (error) {
    if (sqliteCodeOf(error) === null) throw error;
  }
}
