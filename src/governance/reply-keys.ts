import { dropHidden } from '../model/hidden-characters.ts';
import { escapeUnsafe } from '../model/text.ts';

/** Strings and braces of well-formed JSON; a string that a colon follows is a key. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}]/g;

/**
 * Why the keys of well-formed JSON cannot be trusted; null if they can. Readers would disagree on what an object says that
 * has a key twice, or one that only looks like a key that was asked for. Other keys that nobody asked for say nothing.
 */
export function objectToKeys(json: string, asked: ReadonlySet<string>): string | null {
  const folded = new Set([...asked].map(foldKey));
  const objects: Set<string>[] = [];
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (token.endsWith(':')) {
      const key = token.slice(0, token.lastIndexOf('"') + 1);
      const name = String(JSON.parse(key));
      const shown = escapeUnsafe(key.slice(0, 80));
      if (objects.at(-1)?.has(name)) return `the JSON has the key ${shown} twice in one object`;
      objects.at(-1)?.add(name);
      const isLike = !asked.has(name) && name.length < 200 && folded.has(foldKey(name));
      if (isLike || name === '__proto__') return `the JSON has the key ${shown}, which was not asked for`;
    }
  }
  return null;
}

/** Case, width, marks between words and what nobody sees make no other key for whoever reads it. */
function foldKey(name: string): string {
  return dropHidden(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s_-]/g, '');
}
