import { isTestPath } from '../../frameworks/detect/test-paths.ts';
import { folderOf } from '../../frameworks/paths.ts';
import type { RanTest, TestRun } from '../../frameworks/test-run.ts';
import type { Project } from './project.ts';

/**
 * A run without tests of files that were there before, and that this task left alone. Numbers of scenarios begin anew in every
 * design, so that such tests may bear the same: they prove nothing here, and must not hinder.
 */
export function ownTests(
  run: TestRun,
  files: Readonly<Record<string, string>>,
  { framework, testPaths }: Pick<Project, 'framework' | 'testPaths'>,
): TestRun {
  const isOwn = ({ file }: RanTest) => file !== null && files[file] !== undefined;
  const others = new Set(testPaths.filter((path) => isTestPath(path, framework.kind) && files[path] === undefined));
  const isOfOthers = ({ file }: RanTest) => file !== null && others.has(file);
  const isCompiled = framework.kind === 'go' || framework.kind === 'cargo';
  const sources = Object.entries(files).map(([path, text]) => ({ path, spelt: text.replace(/\s/g, '_') }));
  const named = new Set(run.tests.filter(isOwn).map(({ name }) => name));
  // Compiled languages may name another file of the package than the test's own, or none.
  const isOther = (test: RanTest) =>
    isCompiled ? !isWritten(test, sources) || (isOfOthers(test) && named.has(test.name)) : isOfOthers(test);
  return { ...run, tests: run.tests.filter((test) => isOwn(test) || !isOther(test)) };
}

interface Source {
  readonly path: string;
  /** Its text with what runners make of blanks in titles. */
  readonly spelt: string;
}

/** Whether a title that can carry a number stands in one of the sources; of Go in one of the same package. */
function isWritten({ id, titles }: RanTest, sources: readonly Source[]): boolean {
  const telling = titles.filter((title) => /\d{3}|^Test/.test(title));
  return sources.some(({ path, spelt }) => {
    const isElsewhere = path.endsWith('.go') && !id.startsWith(`${folderOf(path) || '.'}::`);
    return !isElsewhere && telling.some((title) => spelt.includes(title));
  });
}
