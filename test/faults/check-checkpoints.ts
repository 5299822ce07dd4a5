import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listFolder, type ReadJournal } from './journals.ts';

interface Known {
  readonly isDone: boolean;
  /** The last that a journal heard of it. */
  readonly checkpoint: { readonly id: string; readonly sequence: number } | null;
}

/** P1 for steps: what a journal calls done is in the checkpoint, until the task is; then there is none. */
export function checkCheckpoints(repo: string, journals: readonly ReadJournal[], isOver: boolean): string[] {
  const folder = join(repo, '.agentos/checkpoints');
  const odd = listFolder(folder).filter((name) => name.includes('.corrupt-'));
  const wrong = odd.map((name) => `checkpoint ${name} was found damaged`);
  for (const [task, { isDone, checkpoint }] of readKnown(journals)) {
    const path = join(folder, `requirements-${task}.db`);
    if (isDone && isOver && (existsSync(path) || existsSync(`${path}-wal`)))
      wrong.push(`the checkpoint of ${task}, which is done, was left behind`);
    if (!isDone && checkpoint !== null) wrong.push(...checkSteps(path, task, checkpoint));
  }
  return wrong;
}

function readKnown(journals: readonly ReadJournal[]): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const { kind, task, checkpoint } of journals.flatMap(({ entries }) => entries)) {
    if (task === undefined) continue;
    if (kind === 'task-done') known.set(task, { isDone: true, checkpoint: null });
    if ((kind === 'step-done' || kind === 'step-found') && checkpoint !== undefined)
      known.set(task, { isDone: false, checkpoint });
  }
  return known;
}

/** Looks at a copy: opening a database changes what a crash left. */
function checkSteps(path: string, task: string, heard: { id: string; sequence: number }): string[] {
  if (!existsSync(path)) return [`the checkpoint of ${task} is gone; ${heard.sequence} steps were done`];
  const folder = mkdtempSync(join(tmpdir(), 'agentos-checker-'));
  try {
    const copy = join(folder, 'copy.db');
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    return readSteps(copy, task, heard);
  } catch (error) {
    return [`the checkpoint of ${task} cannot be read: ${error}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readSteps(copy: string, task: string, heard: { id: string; sequence: number }): string[] {
  const database = new DatabaseSync(copy);
  try {
    const integrity = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
    const id = database.prepare('SELECT id FROM meta').get()?.['id'];
    const sequence = Number(database.prepare('SELECT max(sequence) AS last FROM steps').get()?.['last'] ?? 0);
    if (integrity !== 'ok') return [`the checkpoint of ${task} is corrupt: ${integrity}`];
    if (id !== heard.id) return [`the checkpoint of ${task} is not the one that the journal knows`];
    return sequence >= heard.sequence
      ? []
      : [`the checkpoint of ${task} holds ${sequence} of ${heard.sequence} entries`];
  } finally {
    database.close();
  }
}
