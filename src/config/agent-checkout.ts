import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { readTextFile } from '../store/text-file.ts';

const largestRefs = 16 * 1024 * 1024;

/**
 * An agent's worktree, or a checkout of an agent's branch, by name or by its commit: what it holds was not written by
 * the user. Read without running git, because a hostile repository must not be able to start anything; what cannot be
 * read is not trusted.
 */
export function isAgentCheckout(folder: string): boolean {
  const real = realpathSync(folder);
  if (`${real}${sep}`.includes(`${sep}.agentos${sep}worktrees${sep}`)) return true;
  const git = findGit(real);
  if (git === null) return false;
  try {
    return isAgentHead(git);
  } catch {
    return true;
  }
}

function findGit(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return join(at, '.git');
    if (at === dirname(at)) return null;
  }
}

function isAgentHead(git: string): boolean {
  const gitDir = statSync(git).isDirectory() ? git : resolve(dirname(git), read(git).replace(/^gitdir:\s*/, ''));
  if (!existsSync(join(gitDir, 'HEAD'))) return false;
  const head = read(join(gitDir, 'HEAD'));
  return head.startsWith('ref:') ? /^ref:\s*refs\/heads\/agentos\//.test(head) : listAgentTips(gitDir).has(head);
}

/** The commits at which agents' branches stand, in both of git's ways to store them. */
function listAgentTips(gitDir: string): Set<string> {
  const common = existsSync(join(gitDir, 'commondir')) ? resolve(gitDir, read(join(gitDir, 'commondir'))) : gitDir;
  const loose = join(common, 'refs/heads/agentos');
  const names = existsSync(loose) ? readdirSync(loose, { recursive: true, withFileTypes: true }) : [];
  const packed = existsSync(join(common, 'packed-refs')) ? read(join(common, 'packed-refs')) : '';
  return new Set([
    ...names.filter((entry) => entry.isFile()).map((entry) => read(join(entry.parentPath, entry.name))),
    ...Array.from(packed.matchAll(/^([0-9a-f]{40,64}) refs\/heads\/agentos\//gm), ([, tip = '']) => tip),
  ]);
}

function read(path: string): string {
  return readTextFile(path, largestRefs).text.trim();
}
