import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';

const files = 1000;

interface Timed {
  readonly plainMs: number;
  readonly oursMs: number;
  readonly removeMs: number;
  readonly commitMs: number;
  readonly thoroughMs: number;
  readonly assertMs: number;
  /** From the worktree to its removal, with two checkpoints, a scratch worktree, a diff and the one commit. */
  readonly callsOfTask: number;
}

/** Making a task's worktree, beside the one call of git that makes any; both in turn, so that a busy moment meets both. */
export const worktrees: Measurement = {
  name: 'worktrees',
  measure(folder) {
    const script = fileURLToPath(new URL('./scripts/open-worktrees.ts', import.meta.url));
    const output = execFileSync(process.execPath, [script, folder, String(files)], { encoding: 'utf8' });
    const timed: Timed = JSON.parse(output);
    return {
      what: `worktree of ${files} files ÷ git worktree add`,
      measured: timed.oursMs / timed.plainMs,
      limit: 1.2,
      unit: '×',
      trouble: timed.callsOfTask <= 25 ? null : `a task took ${timed.callsOfTask} calls of git`,
      raw: { ...timed },
    };
  },
};
