import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';

/** `--repo DIR`; else the nearest folder upwards that holds a config or `.git`; else the current folder. */
export function findRepository(cwd: string, flag: string | undefined): string {
  if (flag === '') throw new AgentOsError('REPO_MISSING', '--repo needs a folder');
  const folder = flag === undefined ? findNearest(cwd) : resolveFolder(resolve(cwd, flag), flag);
  explainRefusal(folder, () => accessSync(folder, constants.R_OK | constants.X_OK));
  return folder;
}

function findNearest(cwd: string): string {
  const start = explainRefusal(cwd, () => realpathSync(cwd));
  for (let folder = start; ; folder = dirname(folder)) {
    if (holdsRepository(folder)) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** What we may not list and enter is said here, once: everything later only asks for files in it. */
function explainRefusal<T>(folder: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw unreadable(folder, error);
  }
}

function unreadable(folder: string, error: unknown): AgentOsError {
  const what = `${showSafely(folder)}: this repository cannot be read (${errnoOf(error)})`;
  const advice = 'you need the permission to list and to enter it';
  return new AgentOsError('REPO_UNREADABLE', `${what}; ${advice}`, { cause: error });
}

function resolveFolder(folder: string, asGiven: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    if (errnoOf(error) === 'EACCES') throw unreadable(folder, error);
    throw new AgentOsError('REPO_MISSING', `--repo ${showSafely(asGiven)}: there is no such folder`, { cause: error });
  }
  throw new AgentOsError('REPO_MISSING', `--repo ${showSafely(asGiven)}: it is not a folder`);
}

function holdsRepository(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name === '.git' || name.startsWith('agentos.config.'));
  } catch {
    return false;
  }
}
