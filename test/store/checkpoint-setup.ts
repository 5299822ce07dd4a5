import { type Checkpoint, type CheckpointSetup, openCheckpoint } from '../../src/store/checkpoint.ts';
import { redact } from '../no-secrets.ts';
import type { Workspace } from '../workspace.ts';

export const checkpointName = 'requirements-137';
export const checkpointFile = `checkpoints/${checkpointName}.db`;
const openedAt = Date.parse('2026-11-16T02:03:04.005Z');

/** Opens the checkpoint of one task whose state is the workspace. */
export function open(workspace: Workspace, changes: Partial<CheckpointSetup> = {}): Checkpoint {
  const setup = {
    name: checkpointName,
    fingerprint: 'same',
    isFresh: false,
    expected: null,
    now: () => openedAt,
    redact,
  };
  return openCheckpoint({ baseDir: workspace.dir, ...setup, ...changes });
}

/** What a journal would prove of it. */
export function proofOf({ id, sequence }: Checkpoint): { id: string; sequence: number } {
  return { id, sequence };
}

/** A checkpoint of three entries that was closed in order. */
export function makeClosed(workspace: Workspace): { id: string; sequence: number } {
  using checkpoint = open(workspace);
  checkpoint.save('draft#1', { text: 'a draft' }, 12.5, 0.25);
  checkpoint.save('review#1', ['fine'], 3, 0);
  checkpoint.save('review#2', null, 0, null);
  return proofOf(checkpoint);
}
