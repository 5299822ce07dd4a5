import { limits } from '../limits.ts';
import type { Issue } from './issue-terms.ts';
import type { PathIndex } from './path-index.ts';

export interface NamedPath {
  readonly path: string;
  readonly isThere: boolean;
}

export interface NamedPaths {
  readonly files: readonly NamedPath[];
  readonly folders: readonly string[];
}

const links = /\bhttps?:\/\/\S+/g;
/** Where a link into a repository names a file of it. */
const linkedFile = /\/(?:blob|tree|raw|src)\/[^/\s]+\/([^\s?#)>\]]+)/;
const quotedPaths = /`([^`\n]{1,200})`/g;
const plainPaths = /[\w@.+~-][\w@.+~/[\]-]*/g;
/** In scripts that put no blank between words these may have swallowed some: they only add to the plain ones. */
const pathsOfAnyScript = /[\p{L}\p{M}\p{N}_@.+~-][\p{L}\p{M}\p{N}_@.+~/[\]-]*/gu;
/** A name with an ending, which is what a file that is not there yet is recognised by. */
const fileName = /^[\w@.+[\]-]*[\w\]]\.[A-Za-z][A-Za-z0-9]{0,7}$/;
const webHost = /^(www\.|[\w-]+\.(com|org|net|io|dev|ai|app)(\/|$))/i;

/** The files and folders that an issue names: exactly, by an ending that only one path has, or by a path that leads to it. */
export function findNamedPaths({ title, text }: Issue, index: PathIndex): NamedPaths {
  const files = new Map<string, NamedPath>();
  const folders = new Set<string>();
  for (const { word, isQuoted } of candidatesOf(`${title}\n${text}`.slice(0, limits.issueCharacters))) {
    if (files.size >= limits.namedPaths) break;
    const path = index.findFile(word);
    if (path !== null) files.set(path, { path, isThere: true });
    else if (index.hasFolder(word)) folders.add(word);
    else if (looksLikeFile(word, isQuoted)) files.set(word, { path: word, isThere: false });
  }
  return { files: [...files.values()], folders: [...folders] };
}

interface Candidate {
  readonly word: string;
  readonly isQuoted: boolean;
}

function candidatesOf(text: string): Candidate[] {
  const linked = [...text.matchAll(links)].flatMap(([link]) => link.match(linkedFile)?.[1] ?? []);
  const unlinked = text.replace(links, ' ');
  const quoted = [...unlinked.matchAll(quotedPaths)].map(([, span = '']) => span);
  const plain = unlinked.match(plainPaths) ?? [];
  const ofAnyScript = unlinked.match(pathsOfAnyScript) ?? [];
  return [
    ...[...new Set([...linked, ...quoted])].map((word) => ({ word: trimPath(word), isQuoted: true })),
    ...[...new Set([...plain, ...ofAnyScript])].map((word) => ({ word: trimPath(word), isQuoted: false })),
  ].filter(({ word }) => word !== '' && /[./]|^[A-Z]\w+file$/.test(word));
}

/** Without what leads to a path or follows it: `./`, a line number, the end of a sentence. */
function trimPath(word: string): string {
  return word
    .trim()
    .replace(/^(\.?\/)+/, '')
    .replace(/(#L\d+(-L?\d+)?|:\d+(:\d+)?)$/, '')
    .replace(/[/.,;:]+$/, '');
}

function looksLikeFile(word: string, isQuoted: boolean): boolean {
  const name = word.slice(word.lastIndexOf('/') + 1);
  if (!fileName.test(name) || webHost.test(word) || /(^|\/)\.\.?(\/|$)|\/\//.test(word)) return false;
  return word.includes('/') ? /^[\w@.+~/[\]-]+$/.test(word) : isQuoted && knownEnding.test(name);
}

/** Of a word without folders only these are taken for a file: `this.name` and `1.2.x` are none. */
const knownEnding =
  /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|py|go|rs|java|kt|cs|rb|php|swift|c|h|cpp|hpp|sh|sql|md|json|ya?ml|toml|css|scss|html|vue|svelte|proto|graphql)$/;
