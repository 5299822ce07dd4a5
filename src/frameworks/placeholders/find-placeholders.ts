import type { Framework } from '../framework.ts';
import { limits } from '../limits.ts';
import { isEcmascript, openModuleParser, type ParseModule } from '../source/parse-module.ts';
import { findGoPlaceholders, findRustPlaceholders } from './braces.ts';
import { findEcmaPlaceholders } from './ecmascript.ts';
import type { Placeholder } from './placeholder.ts';
import { findPythonPlaceholders } from './python.ts';

/**
 * Tests that cannot fail, that always fail or that are not run, by the sources of their files. TypeScript and JavaScript are
 * parsed; in other languages only what a line can show is found: they are judged in favour of the test.
 */
export async function findPlaceholders(
  testFiles: ReadonlyMap<string, string>,
  { kind }: Pick<Framework, 'kind'>,
): Promise<Placeholder[]> {
  const parse = [...testFiles.keys()].some(isEcmascript) ? await openModuleParser() : null;
  return [...testFiles].flatMap(([file, text]) => findIn(file, text.replaceAll('\r\n', '\n'), kind, parse));
}

function findIn(file: string, text: string, kind: Framework['kind'], parse: ParseModule | null): Placeholder[] {
  if (text.length > limits.sourceCharacters) return [unreadable(file)];
  if (isEcmascript(file)) {
    const module = parse?.(file, text) ?? null;
    return module === null ? [unreadable(file)] : findEcmaPlaceholders(module, kind);
  }
  if (file.endsWith('.py')) return findPythonPlaceholders(file, text);
  if (file.endsWith('.go')) return findGoPlaceholders(file, text);
  return file.endsWith('.rs') ? findRustPlaceholders(file, text) : [];
}

function unreadable(file: string): Placeholder {
  return { file, test: '', line: 1, reason: 'unreadable' };
}
