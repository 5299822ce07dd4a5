import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { writeAtomically } from './atomic-writer.ts';

/** Makes the folder of our state, which git ignores by its own word. Throws before anything has been started. */
export function prepareBaseDir(baseDir: string): void {
  try {
    mkdirSync(baseDir, { recursive: true });
    const ignore = join(baseDir, '.gitignore');
    if (!existsSync(ignore)) writeAtomically(ignore, '*\n');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EIO');
    throw new AgentOsError(
      isFull ? 'STORAGE_FAILED' : 'STATE_UNWRITABLE',
      `state cannot be written to ${baseDir}: ${why}`,
      { cause: error },
    );
  }
}
