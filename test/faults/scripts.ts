import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../workspace.ts';
import { listFiles } from './check-files.ts';
import { type Entry, readJournals } from './journals.ts';
import { writeTasks } from './six-tasks.ts';

/** What a scripted provider plays; see docs/scripted.md. */
type Plays = Readonly<Record<string, { readonly draft?: readonly unknown[]; readonly review?: readonly unknown[] }>>;

const roles = ['--drafter', 'scripted:script.json', '--reviewer', 'scripted:script.json'];

/** A repository of tasks 1…n that play a script. */
export function makeRepository(tasks: number, plays: Plays): Workspace {
  const workspace = new Workspace();
  const ids = Array.from({ length: tasks }, (_, at) => String(at + 1));
  writeTasks(workspace.dir, ids, { schemaVersion: 1, ledger: 'ledger.txt', tasks: plays });
  return workspace;
}

export function requirements(parallel: number, ...more: readonly string[]): string[] {
  return ['requirements', '--parallel', String(parallel), ...roles, ...more];
}

/** Every event of every batch. */
export function readEvents(repo: string): Entry[] {
  return readJournals(repo).flatMap(({ entries }) => entries);
}

export function countEvents(repo: string, kind: string): number {
  return readEvents(repo).filter((entry) => entry.kind === kind).length;
}

export function listDesigns(repo: string): string[] {
  return listFiles(`${repo}/docs/lld/active`).sort();
}

export function designsOf(tasks: number): string[] {
  return Array.from({ length: tasks }, (_, at) => `LLD-${at + 1}.md`).sort();
}

/** What a task said in the first batch. */
export function readLog(repo: string, task: string): string {
  const batch = readJournals(repo)[0]?.batch ?? '';
  return readFileSync(join(repo, '.agentos/batches', batch, 'logs', `LLD-${task}.log`), 'utf8');
}
