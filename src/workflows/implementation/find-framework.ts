import { configureFramework } from '../../frameworks/detect/configured.ts';
import { detectFramework } from '../../frameworks/detect/detect-framework.ts';
import { findLikelyCommand } from '../../frameworks/detect/likely-command.ts';
import { isTestPath } from '../../frameworks/detect/test-paths.ts';
import type { Framework, FrameworkKind } from '../../frameworks/framework.ts';
import { TaskFailure } from '../../model/failure.ts';
import type { RepositoryReader } from '../../model/repository-reader.ts';
import { showSafely } from '../../model/text.ts';
import type { ImplementationOrder } from './order.ts';
import type { Design } from './read-design.ts';

type Announcing = Pick<Design, 'announced'>;

/** How tests are run: as the config says, else as the repository tells for the part that the design changes. */
export function findFramework(order: ImplementationOrder, design: Announcing, reader: RepositoryReader): Framework {
  const { testCommand } = order.building;
  const all = detectFramework(reader);
  const found = choose(all, design);
  if (testCommand !== null) {
    const tests = reader.paths.filter((path) => isTestPath(path, 'command'));
    return configureFramework({ command: testCommand, setUp: null, format: null, reportFile: null }, found, tests);
  }
  if (found !== null) return found;
  throw new TaskFailure({ code: 'setup', message: showSafely(describeNone(all, design, reader)) });
}

function describeNone(all: readonly Framework[], { announced }: Announcing, reader: RepositoryReader): string {
  const likely = findLikelyCommand(reader);
  const fix = `name a testCommand in the config${likely === null ? '' : `, such as "${likely}"`}`;
  if (all.length === 0) return `no test framework was found in this repository: ${fix}`;
  const [wanted] = announced.filter(isTest);
  const kinds = [...new Set(all.map(({ kind }) => kind))].join(', ');
  return `tests such as ${wanted?.path}, which the design announces, are none for what was found here (${kinds}): ${fix}`;
}

/**
 * The same framework with the set-up that the files in a folder ask for now: a lock file that is new, or a first list of
 * packages, asks for another one. Tests are run as before.
 */
export function refitSetUp(
  order: ImplementationOrder,
  design: Announcing,
  framework: Framework,
  reader: RepositoryReader,
): Framework {
  try {
    const { kind, folder, setUp } = findFramework(order, design, reader);
    if (kind !== framework.kind || folder !== framework.folder) return framework;
    // What set-up has vendored looks as if the repository held it.
    return kind === 'go' && setUp.length === 0 ? framework : { ...framework, setUp };
  } catch (error) {
    if (error instanceof TaskFailure) return framework;
    throw error;
  }
}

/**
 * Of the design's own language: the innermost part that holds all of its files; else the likeliest. Null where it announces
 * tests, and nothing in a language of theirs is there.
 */
function choose(all: readonly Framework[], { announced }: Announcing): Framework | null {
  const isOfNone = announced.every(({ path }) => all.every(({ kind }) => !endings[kind].test(path)));
  if (isOfNone && announced.some(isTest)) return null;
  const fitting = all.filter(({ kind }) => isSpoken(kind, announced));
  const found = fitting.length === 0 ? all : fitting;
  const holders = found.filter(
    ({ folder }) => folder !== '' && announced.every(({ path }) => path.startsWith(`${folder}/`)),
  );
  const [innermost] = holders.sort((a, b) => b.folder.length - a.folder.length);
  return innermost ?? found[0] ?? null;
}

const ecmascript = /\.(?:[mc]?[jt]s|[jt]sx|vue|svelte)$/;
const endings: Readonly<Record<FrameworkKind, RegExp>> = {
  ...{ 'node-test': ecmascript, vitest: ecmascript, jest: ecmascript },
  ...{ pytest: /\.py$/, go: /\.go$/, cargo: /\.rs$/, command: /./ },
};

/** The tests that a design announces tell in which language its scenarios are proved; without any, all its files do. */
function isSpoken(kind: FrameworkKind, announced: Design['announced']): boolean {
  const tests = announced.filter(isTest);
  return (tests.length === 0 ? announced : tests).some(({ path }) => endings[kind].test(path));
}

function isTest({ path }: Announcing['announced'][number]): boolean {
  return isTestPath(path, 'command');
}
