import { showSafely } from '../../model/text.ts';
import { clip } from '../page.ts';
import type { Folder } from './folder.ts';

/** How much a folder or file matters; paths that are not there matter nothing. */
export type Interest = ReadonlyMap<string, number>;

const maxEntries = 60;
const longestName = 120;
const maxTries = 400;

interface Shown {
  readonly folder: Folder;
  line: string;
  readonly interest: number;
  readonly depth: number;
  isOpen: boolean;
}

/**
 * One line for each folder, and the files in it. What does not fit stays closed: `src/old/ (312 files: 280 .ts, 32 .md)`.
 * Folders are opened from the top, those of interest before others, as long as there is room.
 */
export function renderTree(root: Folder, interest: Interest, maxCharacters: number): string {
  const lines: Shown[] = [{ folder: root, line: closedLine(root), interest: 0, depth: 0, isOpen: false }];
  const tried = new Set<Folder>();
  let used = closedLine(root).length + 1;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const at = nextToOpen(lines, tried);
    const next = lines[at];
    if (next === undefined) break;
    tried.add(next.folder);
    const opened = openFolder(next, interest);
    const grown = opened.reduce((sum, { line }) => sum + line.length + 1, 0) - next.line.length - 1;
    if (used + grown > maxCharacters) continue;
    lines.splice(at, 1, ...opened);
    used += grown;
  }
  return used > maxCharacters ? '' : lines.map(({ line }) => line).join('\n');
}

function nextToOpen(lines: readonly Shown[], tried: ReadonlySet<Folder>): number {
  let best = -1;
  for (const [at, candidate] of lines.entries()) {
    if (candidate.isOpen || candidate.folder.isForeign || tried.has(candidate.folder)) continue;
    const leader = lines[best];
    if (leader === undefined || isBefore(candidate, leader)) best = at;
  }
  return best;
}

/** Interest first, then what is near the top, then what is small; lines are sorted by path already. */
function isBefore(a: Shown, b: Shown): boolean {
  if (a.interest !== b.interest) return a.interest > b.interest;
  return a.depth !== b.depth ? a.depth < b.depth : a.folder.count < b.folder.count;
}

function openFolder({ folder, interest: own, depth }: Shown, interest: Interest): Shown[] {
  const folders = choose([...folder.folders.values()], (each) => interest.get(each.path) ?? 0);
  const hidden = folder.folders.size - folders.length;
  const more = hidden === 0 ? '' : `${prefixOf(folder)} … ${hidden} more folders`;
  const line = [openLine(folder, interest), more].filter((each) => each !== '').join('\n');
  return [
    ...(line === '' ? [] : [{ folder, line, interest: own, depth, isOpen: true }]),
    ...folders.map((each) => ({
      folder: each,
      line: closedLine(each),
      interest: interest.get(each.path) ?? 0,
      depth: depth + 1,
      isOpen: false,
    })),
  ];
}

function openLine(folder: Folder, interest: Interest): string {
  if (folder.files.length === 0) return '';
  const prefix = folder.path === '' ? '' : `${folder.path}/`;
  const files = choose(folder.files, (file) => interest.get(prefix + file) ?? 0);
  const hidden = folder.files.length - files.length;
  const names = files.map(showName);
  return [prefixOf(folder), ...names, ...(hidden === 0 ? [] : [`… ${hidden} more files`])].join(' ');
}

function closedLine(folder: Folder): string {
  const endings = [...folder.endings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const kinds = endings
    .slice(0, 3)
    .map(([ending, count]) => `${count} ${ending === '' ? 'without ending' : `.${showName(ending)}`}`);
  const rest = endings.length > 3 ? ', …' : '';
  const mark = folder.isForeign && folder.count > 0 ? ' not read: vendored or generated' : '';
  return `${prefixOf(folder)} (${folder.count} ${folder.count === 1 ? 'file' : 'files'}: ${kinds.join(', ')}${rest})${mark}`;
}

/** In order, and at most so many: those of interest, then the first ones. */
function choose<T>(all: readonly T[], interestOf: (one: T) => number): T[] {
  if (all.length <= maxEntries) return [...all];
  const ranked = all.map((one, at) => ({ one, at, worth: interestOf(one) })).sort((a, b) => b.worth - a.worth);
  return ranked
    .slice(0, maxEntries)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

function prefixOf({ path }: Folder): string {
  return path === '' ? './' : `${showName(path)}/`;
}

/** Names are data: what could act, hide or pass for two names is quoted. */
export function showName(name: string): string {
  const shown = clip(showSafely(name), longestName);
  return /[\s"`\\]/.test(shown) ? JSON.stringify(shown) : shown;
}
