import type { RepositoryReader } from '../../model/repository-reader.ts';
import type { Framework } from '../framework.ts';
import { folderOf, nameOf } from '../paths.ts';
import type { Candidate } from './candidate.ts';
import { detectCargo, detectGo } from './compiled.ts';
import { detectEcmascript } from './ecmascript.ts';
import { isForeign } from './foreign.ts';
import { detectPython } from './python.ts';

const maxManifests = 60;
const pythonManifest = /^(?:pyproject\.toml|pytest\.ini|tox\.ini|setup\.cfg|setup\.py|requirements[\w.-]{0,40}\.txt)$/;

/**
 * The frameworks that a repository uses, likeliest first: those of its top before those of its parts, and within a part by
 * how much speaks for them. Empty where nothing does.
 */
export function detectFramework(reader: RepositoryReader): Framework[] {
  const paths = reader.paths.filter((path) => !isForeign(path));
  const seats = findSeats(paths);
  const folders = seats.map(({ folder }) => folder);
  const found = seats.flatMap(({ folder, manifests }) => {
    const own = ownFiles(paths, folder, folders);
    return manifests.flatMap((path) => detectBy(reader, path, own));
  });
  const candidates = found.length > 0 ? found : detectPython(reader, '', paths);
  return candidates.sort((a, b) => depthOf(a) - depthOf(b) || b.weight - a.weight).map(({ framework }) => framework);
}

interface Seat {
  readonly folder: string;
  /** One for each language. */
  readonly manifests: readonly string[];
}

/** Folders that hold a manifest, outermost first. */
function findSeats(paths: readonly string[]): Seat[] {
  const seats = new Map<string, string[]>();
  for (const path of paths) {
    const language = languageOf(nameOf(path));
    if (language === null) continue;
    const known = seats.get(folderOf(path)) ?? [];
    if (!known.some((other) => languageOf(nameOf(other)) === language)) seats.set(folderOf(path), [...known, path]);
  }
  return [...seats]
    .map(([folder, manifests]) => ({ folder, manifests }))
    .sort((a, b) => steps(a.folder) - steps(b.folder))
    .slice(0, maxManifests);
}

function languageOf(name: string): 'ecmascript' | 'python' | 'go' | 'cargo' | null {
  if (name === 'package.json') return 'ecmascript';
  if (name === 'go.mod') return 'go';
  if (name === 'Cargo.toml') return 'cargo';
  return pythonManifest.test(name) ? 'python' : null;
}

function detectBy(reader: RepositoryReader, path: string, own: readonly string[]): Candidate[] {
  switch (languageOf(nameOf(path))) {
    case 'ecmascript':
      return detectEcmascript(reader, path, own);
    case 'go':
      return detectGo(reader, path, own);
    case 'cargo':
      return detectCargo(reader, path, own);
    case 'python':
      return detectPython(reader, folderOf(path), own);
    case null:
      return [];
  }
}

/** What lies below a folder, without what lies below another manifest; the top keeps everything. */
function ownFiles(paths: readonly string[], folder: string, folders: readonly string[]): string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const inner = folder === '' ? [] : folders.filter((other) => other !== folder && other.startsWith(prefix));
  return paths.filter((path) => path.startsWith(prefix) && !inner.some((other) => path.startsWith(`${other}/`)));
}

/** A part without tests of its own says less than anything else. */
function depthOf({ framework }: Candidate): number {
  return steps(framework.folder) + (framework.layout.count === 0 ? 100 : 0);
}

function steps(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}
