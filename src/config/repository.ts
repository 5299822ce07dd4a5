import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import { readTextFile } from '../store/text-file.ts';

/** `--repo DIR`; else the nearest folder upwards that holds a config or `.git`; else the current folder. */
export function findRepository(cwd: string, flag: string | undefined): string {
  if (flag === '') throw new AgentOsError('REPO_MISSING', '--repo needs a folder');
  if (flag !== undefined) return resolveFolder(resolve(cwd, flag), flag);
  const start = realpathSync(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (holdsRepository(folder)) return folder;
    if (folder === dirname(folder)) return start;
  }
}

function resolveFolder(folder: string, asGiven: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
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

/** An agent's worktree, or a checkout of an agent's branch: what it holds was not written by the user. */
export function isAgentCheckout(folder: string): boolean {
  const real = realpathSync(folder);
  if (`${real}${sep}`.includes(`${sep}.agentos${sep}worktrees${sep}`)) return true;
  return /^(ref:\s*refs\/heads\/agentos\/|unreadable)/.test(readHead(real));
}

/** What HEAD says, read without running git: a hostile repository must not be able to start anything. */
function readHead(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) return readGitFile(git);
    if (at === dirname(at)) return '';
  }
}

function readGitFile(git: string): string {
  try {
    if (statSync(git).isDirectory()) return existsSync(join(git, 'HEAD')) ? readSmall(join(git, 'HEAD')) : '';
    const gitDir = readSmall(git)
      .replace(/^gitdir:\s*/, '')
      .trim();
    return readSmall(join(resolve(dirname(git), gitDir), 'HEAD'));
  } catch {
    return 'unreadable';
  }
}

function readSmall(path: string): string {
  return readTextFile(path, 64 * 1024).text;
}
