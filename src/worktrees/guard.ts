import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import type { WorktreeHouse } from './house.ts';
import { type OwnSettings, parseOwnSettings, settingsQuestion } from './settings.ts';
import { hashFile } from './small-file.ts';
import { placeOfRepository, type RepositoryGuard, type RepositoryPlace } from './worktree.ts';

const others = ['info/attributes', 'info/exclude', 'info/grafts', 'objects/info/alternates'];

export function makeGuard(commonDir: string, settings: OwnSettings): RepositoryGuard {
  const own = ['config', 'config.worktree'].map((name) => join(commonDir, name));
  return {
    inode: readInode(commonDir) ?? '',
    settingsSha256: settings.sha256,
    configFiles: hashFiles([...new Set([...own, ...settings.files])]),
    otherFiles: hashFiles(others.map((name) => join(commonDir, name))),
    hooksSha256: hashHooks(join(commonDir, 'hooks')),
  };
}

/**
 * Throws REPOSITORY_TAMPERED. Bytes are compared first; only when a config file has others is git asked (one call) what
 * they mean, because people go on with their work while a batch runs.
 */
export async function checkGuard(house: WorktreeHouse, place: RepositoryPlace, signal: AbortSignal): Promise<void> {
  const { commonDir, guard } = place;
  if (readInode(commonDir) !== guard.inode) throw tampered(`${commonDir} is not the folder that it was`);
  if (hashHooks(join(commonDir, 'hooks')) !== guard.hooksSha256)
    throw tampered(`the hooks in ${commonDir}/hooks changed`);
  const [changed] = listChangedFiles(guard.otherFiles);
  if (changed !== undefined) throw tampered(`${changed} changed`);
  const [config] = listChangedFiles(guard.configFiles);
  if (config === undefined) return;
  const output = await house.git.ask(placeOfRepository(place), settingsQuestion, { signal });
  if (parseOwnSettings(output, commonDir).sha256 !== guard.settingsSha256)
    throw tampered(`settings in ${config} changed`);
}

function tampered(what: string): AgentOsError {
  return new AgentOsError(
    'REPOSITORY_TAMPERED',
    `${showSafely(what)} while the task ran. If that was you, run it again; if not, look at it before you use git here`,
  );
}

function listChangedFiles(files: Readonly<Record<string, string | null>>): string[] {
  return Object.keys(files).filter((path) => hashFile(path) !== files[path]);
}

function hashFiles(paths: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(paths.map((path) => [path, hashFile(path)]));
}

function readInode(folder: string): string | null {
  const stat = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
  return stat?.isDirectory() ? String(stat.ino) : null;
}

/** Git's own samples are no hooks. */
function hashHooks(folder: string): string {
  const names = listNames(folder).filter((name) => !name.endsWith('.sample'));
  const lines = names.sort().map((name) => {
    const path = join(folder, name);
    return `${name} ${lstatSync(path, { throwIfNoEntry: false })?.mode} ${hashFile(path)}`;
  });
  return hash('sha256', lines.join('\n'), 'hex');
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
