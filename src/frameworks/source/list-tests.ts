import type { FrameworkKind } from '../framework.ts';
import { limits } from '../limits.ts';
import { nodeAt } from './ast.ts';
import { listGoTests, listRustTests } from './brace-tests.ts';
import { findClaims } from './claims.ts';
import { listEcmaTests } from './ecma-tests.ts';
import type { ListedTest } from './listed-test.ts';
import { readNames } from './module-names.ts';
import { isEcmascript, openModuleParser, type ParsedModule } from './parse-module.ts';
import { listPythonTests } from './python-tests.ts';

/** Whether the tests of a file can be told by its source. */
export function isReadable(path: string): boolean {
  return isEcmascript(path) || /\.(?:py|go|rs)$/.test(path);
}

/** The tests that sources hold, without running them. Files that cannot be read have none. */
export async function listTests(files: ReadonlyMap<string, string>, kind: FrameworkKind): Promise<ListedTest[]> {
  const parse = [...files.keys()].some(isEcmascript) ? await openModuleParser() : null;
  return [...files].flatMap(([file, raw]) => {
    if (raw.length > limits.sourceCharacters) return [];
    const text = raw.replaceAll('\r\n', '\n');
    if (file.endsWith('.py')) return listPythonTests(file, text);
    if (file.endsWith('.go')) return listGoTests(file, text);
    if (file.endsWith('.rs')) return listRustTests(file, text);
    const module = isEcmascript(file) ? (parse?.(file, text) ?? null) : null;
    return module === null ? [] : listModule(module, kind);
  });
}

function listModule(module: ParsedModule, kind: FrameworkKind): ListedTest[] {
  const names = readNames(module, kind);
  return listEcmaTests(module).map(({ titles, line, endLine, marks, run }) => {
    const body = nodeAt(run, 'body');
    const assertions = body === null ? 0 : findClaims(body, names).length;
    return { file: module.path, titles, name: titles.join(' > '), line, endLine, marks, assertions };
  });
}
