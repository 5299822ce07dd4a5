import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { AgentOsError } from '../model/errors.ts';
import type { RedactedData } from '../model/redacted.ts';
import type { CheckpointContent } from './checkpoint-content.ts';
import { removeDatabase } from './checkpoint-file.ts';
import { checksumOf, insertStep } from './checkpoint-schema.ts';
import { explainSqlite } from './sqlite-trouble.ts';
import { explainStateWriting } from './trouble.ts';

/** The saved values of the finished steps of one task. Disposing keeps them, and throws if they might not be. */
export interface Checkpoint extends Disposable {
  /** Random, made at creation. */
  readonly id: string;
  /** How many values were saved so far. */
  readonly sequence: number;
  /** Why the finished steps of an earlier attempt were thrown away; null if they were not. */
  readonly resetReason: string | null;
  /** The values with a higher number, in their order. */
  savedAfter(sequence: number): SavedStep[];
  load(key: string): { readonly value: unknown } | null;
  /** Saves a JSON value, undefined as null, and returns the new sequence number; durable on return, with all that is held. */
  save(key: string, value: unknown, ms: number, usd: number | null): number;
  /** Keeps a JSON value in memory, to be saved with the next one; what is still held at the end is forgotten. */
  hold(key: string, value: unknown): void;
  /** Deletes the files: the task is done. */
  delete(): void;
}

interface SavedStep {
  readonly key: string;
  readonly sequence: number;
  readonly usd: number | null;
}

interface Row {
  readonly key: string;
  readonly json: string;
  readonly ms: number;
  readonly usd: number | null;
}

interface SavedStepsSetup {
  readonly path: string;
  /** Open, verified; disposing closes it. */
  readonly database: DatabaseSync;
  readonly content: CheckpointContent;
  readonly resetReason: string | null;
  keepAside(error: AgentOsError): AgentOsError;
  redact<T>(data: T): RedactedData<T>;
}

const selectAfter = 'SELECT key, sequence, usd FROM steps WHERE sequence > ? ORDER BY sequence';

/** A checkpoint that is open. After the first failure of the disk it takes nothing more. */
export class SavedSteps implements Checkpoint {
  readonly #setup: SavedStepsSetup;
  readonly #content: CheckpointContent;
  readonly #held = new Map<string, unknown>();
  readonly #statements = new Map<string, StatementSync>();
  #trouble: AgentOsError | null = null;
  #isOpen = true;

  constructor(setup: SavedStepsSetup) {
    this.#setup = setup;
    this.#content = setup.content;
  }

  get id(): string {
    return this.#content.meta.id;
  }

  get sequence(): number {
    return this.#content.steps.size;
  }

  get resetReason(): string | null {
    return this.#setup.resetReason;
  }

  savedAfter(sequence: number): SavedStep[] {
    const rows = this.#guard(() => this.#prepare(selectAfter).all(sequence));
    return rows.map((row) => ({
      key: String(row['key']),
      sequence: Number(row['sequence']),
      usd: row['usd'] === null ? null : Number(row['usd']),
    }));
  }

  load(key: string): { readonly value: unknown } | null {
    const sequence = this.#content.steps.get(key);
    if (sequence === undefined) return null;
    const row = this.#guard(() => this.#prepare('SELECT value FROM steps WHERE sequence = ?').get(sequence));
    const value: unknown = JSON.parse(String(row?.['value']));
    return { value };
  }

  save(key: string, value: unknown, ms: number, usd: number | null): number {
    const held = [...this.#held].map(([name, one]) => this.#makeRow(name, one, 0, 0));
    const rows = [...held, this.#makeRow(key, value, ms, usd)];
    this.#guard(() => this.#insert(rows));
    this.#held.clear();
    for (const { key: saved } of rows) this.#content.steps.set(saved, this.sequence + 1);
    return this.sequence;
  }

  hold(key: string, value: unknown): void {
    this.#held.set(key, value);
  }

  delete(): void {
    const { path, database } = this.#setup;
    database.exec('PRAGMA synchronous = OFF');
    explainStateWriting(path, () => removeDatabase(path));
    this.#close();
  }

  /** SQLite would do the same as it closes, and keep its errors to itself. */
  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    try {
      if (this.#trouble === null) this.#guard(() => this.#moveLog());
    } finally {
      this.#close();
    }
  }

  #makeRow(key: string, value: unknown, ms: number, usd: number | null): Row {
    if (this.#content.steps.has(key)) throw new Error(`${key} was saved before: a finished step never runs twice`);
    const safe: RedactedData<unknown> = this.#setup.redact(value);
    return { key, json: JSON.stringify(safe) ?? 'null', ms, usd };
  }

  #insert(rows: readonly Row[]): void {
    const insert = this.#prepare(insertStep);
    if (rows.length > 1) this.#prepare('BEGIN').run();
    for (const [at, { key, json, ms, usd }] of rows.entries()) {
      const sequence = this.sequence + 1 + at;
      insert.run(sequence, key, json, ms, usd, checksumOf(this.id, sequence, key, json));
    }
    if (rows.length > 1) this.#prepare('COMMIT').run();
  }

  #moveLog(): void {
    const { database, path } = this.#setup;
    const isBusy = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] !== 0;
    if (isBusy) throw new AgentOsError('STORAGE_FAILED', `${path} could not take in its log`);
  }

  #close(): void {
    if (this.#isOpen) this.#setup.database.close();
    this.#isOpen = false;
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#setup.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard<T>(run: () => T): T {
    if (this.#trouble !== null) throw this.#trouble;
    try {
      return run();
    } catch (error) {
      const explained = explainSqlite(this.#setup.path, error);
      if (!(explained instanceof AgentOsError)) throw explained;
      this.#trouble = this.#setup.keepAside(explained);
      throw this.#trouble;
    }
  }
}
