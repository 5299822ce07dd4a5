import { hash } from 'node:crypto';
import { resolve } from 'node:path';

/** What a repository's own config says, wherever it is written, without what the user or machine says for all. */
export interface OwnSettings {
  /** The last one counts. */
  readonly values: ReadonlyMap<string, string>;
  /** The files that said so. */
  readonly files: readonly string[];
  readonly sha256: string;
}

/** What people and tools write all day, and what runs nothing: branches that are followed, submodules that are known. */
const harmless = [
  /^branch\./,
  /^submodule\..*\.(url|active)$/,
  /^lfs\.(repositoryformatversion$|.*\.access$)/,
  /^gui\./,
  /^gitg\./,
  /^vscode\./,
];

export const settingsQuestion = ['config', '--list', '--null', '--show-scope', '--show-origin'] as const;

/** `output` answers `settingsQuestion`; its relative paths start at `folder`. */
export function parseOwnSettings(output: string, folder: string): OwnSettings {
  const fields = output.split('\0');
  const values = new Map<string, string>();
  const files = new Set<string>();
  const guarded: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope, origin = '', entry = ''] = fields.slice(at, at + 3);
    if (scope !== 'local' && scope !== 'worktree') continue;
    const [key = ''] = entry.split('\n', 1);
    values.set(key, entry.slice(key.length + 1));
    if (origin.startsWith('file:')) files.add(resolve(folder, origin.slice('file:'.length)));
    if (!harmless.some((pattern) => pattern.test(key))) guarded.push(entry);
  }
  return { values, files: [...files].sort(), sha256: hash('sha256', guarded.join('\0'), 'hex') };
}

/** The same of everything that is in force. */
export function parseAllSettings(output: string): ReadonlyMap<string, string> {
  const fields = output.split('\0');
  const values = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const entry = fields[at + 2] ?? '';
    const [key = ''] = entry.split('\n', 1);
    if (fields[at] !== 'command') values.set(key, entry.slice(key.length + 1));
  }
  return values;
}
