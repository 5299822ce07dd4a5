import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TaskId } from '../../src/model/task.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import type { CommitOrder } from '../../src/worktrees/commit-all.ts';
import { Git } from '../../src/worktrees/git-call.ts';
import type { WorktreeHouse } from '../../src/worktrees/house.ts';
import { inspectRepository, type RepositoryState } from '../../src/worktrees/inspect-repository.ts';
import { type OpenedWorktree, openTaskWorktree } from '../../src/worktrees/open-task-worktree.ts';
import { Workspace } from '../workspace.ts';

export const never = new AbortController().signal;
export const by = { name: 'Test', email: 'test@example.org', at: 1_700_000_000_000 };

/** What every verb works with, over real files; the lock holds between processes. */
export function makeHouse(lockFile: string, variables: Readonly<Record<string, string>> = {}): WorktreeHouse {
  return {
    git: new Git({ ...readEnvironment(), ...variables }),
    files: {
      putFile: (path, text) => writeFileSync(path, text),
      removeFile: (path) => rmSync(path, { force: true }),
      removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
      moveFolder: (from, to) => renameSync(from, to),
    },
    withLock: async (work) => await holdLock(lockFile, work),
  };
}

/** SQLite locks wait in the thread that asks: short turns, so that others in this process go on. */
async function holdLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(lockFile), { recursive: true });
  using database = new DatabaseSync(lockFile, { timeout: 0 });
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  try {
    return await work();
  } finally {
    database.exec('ROLLBACK');
  }
}

function readEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

type Files = Readonly<Record<string, string | Uint8Array>>;

let pattern: Workspace | null = null;

/** Most tests want the same one: it is made once, and copied. */
function makePattern(): string {
  if (pattern === null) {
    pattern = new Workspace();
    makeRepository(pattern, { 'a.txt': 'one\n' }, []);
    process.once('exit', () => pattern?.[Symbol.dispose]());
  }
  return pattern.dir;
}

function makeRepository(workspace: Workspace, files: Files, initFlags: readonly string[]): void {
  workspace.git('init', '-q', ...initFlags);
  workspace.write({ '.gitignore': '/.agentos/\n', ...files });
  if (Object.keys(files).length === 0) return;
  workspace.git('add', '--all', '--force', ':!.agentos');
  workspace.git('commit', '-qm', 'Start');
}

/** A repository with one commit, beside a folder for what is not part of it. */
export class Repository implements Disposable {
  readonly #outside = new Workspace();
  readonly workspace = new Workspace();
  readonly house: WorktreeHouse;

  constructor(files: Files | null = null, ...initFlags: string[]) {
    this.house = makeHouse(this.outside('lock'));
    if (files === null) cpSync(makePattern(), this.dir, { recursive: true });
    else makeRepository(this.workspace, files, initFlags);
  }

  get dir(): string {
    return this.workspace.dir;
  }

  get worktreesDir(): string {
    return this.path('.agentos/worktrees');
  }

  path(...steps: string[]): string {
    return this.workspace.path(...steps);
  }

  outside(...steps: string[]): string {
    return this.#outside.path(...steps);
  }

  git(...args: string[]): string {
    return this.workspace.git(...args);
  }

  gitIn(folder: string, ...args: string[]): string {
    return this.workspace.git('-C', folder, ...args);
  }

  commit(message: string): string {
    this.git('add', '--all', '--force', ':!.agentos');
    this.git('commit', '-qm', message);
    return this.git('rev-parse', 'HEAD');
  }

  async inspect(): Promise<RepositoryState> {
    return await inspectRepository(this.house, this.dir, never);
  }

  async open(id = '137'): Promise<OpenedWorktree> {
    return await this.openOn(await this.inspect(), id);
  }

  async openOn(
    repository: RepositoryState,
    id = '137',
    { base = repository.head, worktreesDir = this.worktreesDir } = {},
  ): Promise<OpenedWorktree> {
    const order = { repository, worktreesDir, taskId: sanitizeTaskId(id), base, signal: never };
    return await openTaskWorktree(this.house, order);
  }

  [Symbol.dispose](): void {
    this.workspace[Symbol.dispose]();
    this.#outside[Symbol.dispose]();
  }
}

export function commitOrder(changes: Partial<CommitOrder> = {}): CommitOrder {
  return { message: 'Work', trailers: [], by, leaveOut: [], isThorough: false, signal: never, ...changes };
}

export function id(raw: string): TaskId {
  return sanitizeTaskId(raw);
}

export function mintId(raw: string): TaskId | null {
  try {
    return sanitizeTaskId(raw);
  } catch {
    return null;
  }
}
