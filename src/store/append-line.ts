import { closeSync, constants, openSync, realpathSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';
import { explainWriting } from './trouble.ts';

const appendFlags =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Adds one line to a file of the repository, in one write: lines of several processes never mix. */
export function appendLine(repoDir: string, path: string, line: string): void {
  explainWriting(path, () => {
    const target = resolve(repoDir, path);
    if (!isInside(realpathSync(repoDir), realpathSync(dirname(target)))) {
      throw new AgentOsError('PATH_OUTSIDE', `${path} leads out of the repository; nothing was written`);
    }
    const fd = openSync(target, appendFlags, 0o644);
    try {
      writeSync(fd, `${line}\n`);
    } finally {
      closeSync(fd);
    }
  });
}
