import type { Evidence } from '../evidence.ts';
import { endingOf } from '../languages.ts';

/** A folder with all that lies in it, counted. */
export interface Folder {
  readonly path: string;
  readonly files: string[];
  readonly folders: Map<string, Folder>;
  /** Below it, at any depth. */
  count: number;
  readonly endings: Map<string, number>;
  /** Everything in it is vendored or generated. */
  isForeign: boolean;
}

/** Deeper folders are counted in this one and not told apart: no hand made them. */
const maxDepth = 24;

export function makeFolderTree(paths: readonly string[], judge: (path: string) => Evidence): Folder {
  const root = emptyFolder('');
  for (const path of paths) addFile(root, path, judge(path) === 'foreign');
  return root;
}

function addFile(root: Folder, path: string, isForeign: boolean): void {
  const steps = path.split('/', maxDepth + 1);
  const ending = endingOf(path);
  let folder = root;
  note(root, ending, isForeign);
  let end = -1;
  for (const step of steps.slice(0, Math.min(steps.length - 1, maxDepth))) {
    end += step.length + 1;
    const next = folder.folders.get(step) ?? emptyFolder(path.slice(0, end));
    folder.folders.set(step, next);
    folder = next;
    note(folder, ending, isForeign);
  }
  folder.files.push(path.slice(end + 1));
}

function note(folder: Folder, ending: string, isForeign: boolean): void {
  folder.count += 1;
  folder.endings.set(ending, (folder.endings.get(ending) ?? 0) + 1);
  folder.isForeign &&= isForeign;
}

function emptyFolder(path: string): Folder {
  return { path, files: [], folders: new Map(), count: 0, endings: new Map(), isForeign: true };
}
