import type { ChangedFile } from '../changed-file.ts';
import { limits } from '../limits.ts';
import { isEcmascript, openModuleParser, type ParseModule } from '../source/parse-module.ts';
import { findBraceStubs } from './braces.ts';
import { findEcmaStubs } from './ecmascript.ts';
import { findPythonStubs } from './python.ts';
import type { Stub } from './stub.ts';

/** Code in new lines that is not written yet. Declarations without a body, and bodies that say why they are empty, are none. */
export async function findStubs(changes: readonly ChangedFile[]): Promise<Stub[]> {
  const parse = changes.some(({ path }) => isEcmascript(path)) ? await openModuleParser() : null;
  return changes.flatMap((change) => findIn(change, parse));
}

function findIn(change: ChangedFile, parse: ParseModule | null): Stub[] {
  const { path, text } = change;
  if (text.length > limits.sourceCharacters || /\.d\.[mc]?ts$/.test(path)) return [];
  if (path.endsWith('.py')) return findPythonStubs(change);
  if (path.endsWith('.go')) return findBraceStubs(change, 'go');
  if (path.endsWith('.rs')) return findBraceStubs(change, 'rust');
  const module = isEcmascript(path) ? (parse?.(path, text) ?? null) : null;
  return module === null ? [] : findEcmaStubs(module, change);
}
