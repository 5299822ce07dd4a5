import { isTestPath } from '../../frameworks/detect/test-paths.ts';
import { isBeside } from '../../frameworks/scenarios/match-scenarios.ts';
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
  const own = Object.keys(files);
  const others = new Set(testPaths.filter((path) => isTestPath(path, framework.kind) && files[path] === undefined));
  // Compiled languages may name another file of the package than the test's own.
  const isOther = ({ file }: RanTest) => file !== null && others.has(file) && !own.some((path) => isBeside(path, file));
  return { ...run, tests: run.tests.filter((test) => !isOther(test)) };
}
