import type { FrameworkKind, TestLayout } from '../framework.ts';
import { folderOf, nameOf } from '../paths.ts';

const usualNaming: Readonly<Record<FrameworkKind, string>> = {
  'node-test': '*.test.js',
  vitest: '*.test.ts',
  jest: '*.test.js',
  pytest: 'test_*.py',
  go: '*_test.go',
  cargo: '*.rs',
  command: '*.test.*',
};
const usualFolder: Readonly<Record<FrameworkKind, string | null>> = {
  'node-test': 'test',
  vitest: 'test',
  jest: null,
  pytest: 'tests',
  go: null,
  cargo: 'tests',
  command: 'tests',
};
const testFolder = /^(?:tests?|__tests__|spec)$/;
const maxExamples = 5;

/** The naming and the folder that most of the tests share; of a repository without any, what is usual. */
export function describeLayout(kind: FrameworkKind, folder: string, tests: readonly string[]): TestLayout {
  const prefix = folder === '' ? '' : `${folder}/`;
  const usual = usualFolder[kind];
  if (tests.length === 0) {
    const place = usual === null ? null : `${prefix}${usual}`;
    return { folder: place, naming: usualNaming[kind], count: 0, examples: [] };
  }
  const naming = mostCommon(tests.map((path) => patternOf(nameOf(path), kind)));
  const place = mostCommon(tests.map(topTestFolder));
  const examples = tests.filter((path) => patternOf(nameOf(path), kind) === naming).slice(0, maxExamples);
  return { folder: place === '' ? null : place, naming, count: tests.length, examples };
}

/** The outermost folder of a path that is called after tests; empty if there is none. */
function topTestFolder(path: string): string {
  const steps = folderOf(path).split('/');
  const at = steps.findIndex((step) => testFolder.test(step));
  // Such folders beside each source are no place of their own.
  return at === -1 || steps[at] === '__tests__' ? '' : steps.slice(0, at + 1).join('/');
}

function patternOf(name: string, kind: FrameworkKind): string {
  if (kind === 'pytest') return name.startsWith('test_') ? 'test_*.py' : '*_test.py';
  const ending = /(?:[._-](?:test|spec))?\.[^.]+$/.exec(name)?.[0] ?? '';
  return kind === 'go' ? '*_test.go' : `*${ending}`;
}

function mostCommon(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
