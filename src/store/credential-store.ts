import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AgentOsError } from '../model/errors.ts';
import type { CredentialStore, Entries } from '../parallel/credentials/store.ts';
import { quarantine } from './checkpoint-file.ts';
import { checkHeader, DamagedError, prepareTables } from './credential-schema.ts';
import { explainSqlite, sqliteCodeOf } from './sqlite-trouble.ts';
import { explainBatchWriting } from './trouble.ts';

/** Several may make it at the same time. */
const openTimeoutMs = 2_000;
/** While it waits, nothing else happens in the process: whoever needs it tries again. */
const busyTimeoutMs = 100;

export interface CredentialStoreOptions {
  readonly now?: () => number;
  readonly onDamaged?: (message: string) => void;
  /** False for those who only look: what is damaged stays where it is, and they are told. True by default. */
  readonly mayRepair?: boolean;
}

/**
 * Opens the state of the pool, made new where there is none; several processes may have it open. What is damaged is laid
 * aside, and told by `onDamaged` with the place where it is kept: all that is lost is what had been learned.
 */
export function openCredentialStore(path: string, options: CredentialStoreOptions = {}): CredentialStore {
  return explainBatchWriting(path, () => {
    try {
      return new SqliteStore(path, openDatabase(path));
    } catch (error) {
      const why = damageOf(error);
      if (why === null) throw explain(path, error);
      if (options.mayRepair === false) throw leftDamaged(path, why, error);
      const kept = quarantine(path, options.now?.() ?? Date.now());
      options.onDamaged?.(
        `${path} is damaged: ${why}; ${kept === null ? 'nothing of it is left' : `it was kept as ${kept}`}`,
      );
      return new SqliteStore(path, openDatabase(path));
    }
  });
}

function leftDamaged(path: string, why: string, cause: unknown): AgentOsError {
  return new AgentOsError(
    'CREDENTIALS_DAMAGED',
    `${path} is damaged: ${why}; the next batch puts it aside, and learns anew`,
    { cause },
  );
}

function openDatabase(path: string): DatabaseSync {
  checkHeader(path);
  const database = new DatabaseSync(path, { timeout: openTimeoutMs });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    prepareTables(database, path);
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Why it cannot be used as it is; null if that is not its own fault. */
function damageOf(error: unknown): string | null {
  if (error instanceof DamagedError) return error.message;
  const explained = explainSqlite('', error);
  return explained instanceof AgentOsError && explained.code === 'CHECKPOINT_DAMAGED' ? explained.message : null;
}

/** SQLite's trouble in our words. Nobody lays anything aside while others may be using it. */
function explain(path: string, error: unknown): unknown {
  const explained = explainSqlite(path, error);
  if (explained === error && sqliteCodeOf(error) === null) return error;
  const { message } = explained instanceof Error ? explained : new Error(String(explained));
  const isLocked = explained instanceof AgentOsError && explained.code === 'CHECKPOINT_LOCKED';
  const text = message.includes(path) ? message : `${path} cannot be used: ${message}`;
  return new AgentOsError(isLocked ? 'CREDENTIALS_LOCKED' : 'STORAGE_FAILED', text, { cause: error });
}

/** Small rows in one table. While nobody else writes, nothing is read. */
class SqliteStore implements CredentialStore {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<keyof typeof statements, StatementSync>>;
  #version = -1;

  constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#database = database;
    const prepare = (name: keyof typeof statements) => database.prepare(statements[name]);
    this.#statements = {
      begin: prepare('begin'),
      commit: prepare('commit'),
      version: prepare('version'),
      all: prepare('all'),
      put: prepare('put'),
      delete: prepare('delete'),
    };
  }

  transact<T>(work: (entries: Entries) => T): T {
    try {
      this.#statements.begin.run();
      this.#version = this.#readVersion();
      const result = work(this.#openEntries(this.#version));
      this.#statements.commit.run();
      return result;
    } catch (error) {
      this.#rollBack();
      throw explain(this.#path, error);
    }
  }

  hasNews(): boolean {
    try {
      return this.#readVersion() !== this.#version;
    } catch (error) {
      throw explain(this.#path, error);
    }
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #openEntries(version: number): Entries {
    const { all, put, delete: remove } = this.#statements;
    return {
      version,
      *readAll() {
        for (const { key, value } of all.iterate()) yield [String(key), String(value)] as const;
      },
      write(key, value) {
        if (value === null) remove.run(key);
        else put.run(key, value);
      },
    };
  }

  /** Another number after each commit of anybody else. */
  #readVersion(): number {
    return Number(this.#statements.version.get()?.['data_version']);
  }

  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // What went wrong before is what counts.
    }
  }
}

const statements = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  version: 'PRAGMA data_version',
  all: 'SELECT key, value FROM entries',
  put: 'INSERT INTO entries (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  delete: 'DELETE FROM entries WHERE key = ?',
} as const;
