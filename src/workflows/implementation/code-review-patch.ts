import type { ShownChange } from '../../providers/provider.ts';
import type { Diff } from '../../worktrees/diff.ts';
import type { ReviewedDiffs } from './code-review.ts';
import { isLockFile } from './gates/lock-files.ts';
import { readPath } from './gates/patch-rows.ts';

const mostFileChars = 60_000;
const mostChars = 400_000;

/** The patches that a reviewer is shown. */
export function makeShownChange({ now, first, sinceLast }: ReviewedDiffs): ShownChange {
  if (first === null) return { patch: showPatch(now), firstPatch: null, sinceFirst: null, sinceLast: null };
  const sinceFirst = showPatch(first.since);
  return {
    patch: showPatch(now),
    firstPatch: showPatch(first.whole),
    sinceFirst,
    sinceLast: sinceLast === null ? sinceFirst : showPatch(sinceLast),
  };
}

/**
 * A patch as it is worth reading: lock files, binary files and what is too long are told in one line, never left out without
 * a word. Bounded.
 */
export function showPatch({ files, patch, isPatchCut }: Diff): string {
  const parts = splitPatch(patch);
  let left = mostChars;
  const shown = files.map((file) => {
    const part = parts.get(file.path) ?? '';
    const figures = file.isBinary ? 'binary' : `+${file.addedLines} -${file.removedLines} lines`;
    const summary = `${file.change} ${file.path} (${figures})`;
    if (file.isBinary) return `[${summary}: its content is left out]`;
    if (isLockFile(file.path)) return `[${summary}: a lock file, left out]`;
    if (part === '') return `[${summary}: left out, for the patch is cut]`;
    if (part.length > left) return `[${summary}: left out, for the change is too long]`;
    const text = part.length > mostFileChars ? cutAtLine(part, summary) : part.trimEnd();
    left -= text.length;
    return text;
  });
  return [...shown, ...(isPatchCut ? ['[the patch is cut here]'] : [])].join('\n');
}

/**
 * The patch of each file: within one every line has a mark before it, so that no line looks like a head. A file that became a
 * link has two parts.
 */
function splitPatch(patch: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of patch.split(/^(?=diff --git )/m).filter((text) => text !== '')) {
    const path = readHead(part.slice('diff --git '.length).split('\n', 1)[0] ?? '');
    parts.set(path, (parts.get(path) ?? '') + part);
  }
  return parts;
}

/** `a/x b/x`: the same name twice, since renames are told as what they are. */
function readHead(head: string): string {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(head)?.[0];
  return readPath(quoted ?? head.slice(0, (head.length - 1) / 2)) ?? '';
}

function cutAtLine(part: string, summary: string): string {
  const end = part.lastIndexOf('\n', mostFileChars);
  return `${part.slice(0, end === -1 ? mostFileChars : end)}\n[${summary}: the rest is left out]`;
}
