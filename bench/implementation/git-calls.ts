import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRepository } from '../requirements/repository.ts';
import { runBatch } from './batch.ts';

export interface CountedCalls {
  /** Those of the coordinator, and those of workers. */
  readonly calls: readonly [coordinator: number, workers: number];
  readonly trouble: string | null;
}

/** Runs a batch with a program in the place of git that notes who calls it, and then is git. */
export async function countGitCalls(repository: BenchRepository, ids: readonly number[]): Promise<CountedCalls> {
  const folder = mkdtempSync(join(tmpdir(), 'agentos-calls-'));
  try {
    const [notes, git] = [join(folder, 'notes'), join(folder, 'git')];
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(git, `#!/bin/sh\necho "$PPID" >> '${notes}'\nexec '${real}' "$@"\n`);
    chmodSync(git, 0o755);
    const environment = { ...repository.environment, PATH: `${folder}:${process.env['PATH']}` };
    const { trouble } = await runBatch({ ...repository, folder: repository.folder, environment }, ids, 1);
    return { calls: countByCaller(existsSync(notes) ? readFileSync(notes, 'utf8') : ''), trouble };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The coordinator is the first to ask, before there is a worker. */
function countByCaller(notes: string): [number, number] {
  const callers = notes.split('\n').filter((line) => line !== '');
  const first = callers.filter((caller) => caller === callers[0]).length;
  return [first, callers.length - first];
}
