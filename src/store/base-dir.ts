import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';
import { batchesFolder } from './batch-folder.ts';
import { checkpointFolder } from './checkpoint-file.ts';
import { explainWriting } from './trouble.ts';
import { expectWritable } from './writable.ts';

/** Where state lives, and whether the user named the place: only then may it lie outside the repository. */
export interface BaseDir {
  readonly repoDir: string;
  readonly baseDir: string;
  readonly isNamed: boolean;
}

/**
 * Makes the folder of our state, which git ignores by its own word. Throws before anything has been started, also if what
 * every batch writes there may not be written.
 */
export function prepareBaseDir({ repoDir, baseDir, isNamed }: BaseDir): void {
  explainWriting(`state in ${baseDir}`, () => {
    mkdirSync(baseDir, { recursive: true });
    if (!isNamed && !isInside(realpathSync(repoDir), realpathSync(baseDir))) throw leadsOut(baseDir);
    const ignore = join(baseDir, '.gitignore');
    // Not worth a temporary: cut short by a crash, it is written again.
    if (!existsSync(ignore) || readFileSync(ignore, 'utf8') === '') writeFileSync(ignore, '*\n');
    for (const step of [batchesFolder, checkpointFolder]) expectWritable(join(baseDir, step));
  });
}

function leadsOut(baseDir: string): AgentOsError {
  return new AgentOsError(
    'PATH_OUTSIDE',
    `${baseDir} leads out of the repository; AGENTOS_HOME may name a place elsewhere`,
  );
}
