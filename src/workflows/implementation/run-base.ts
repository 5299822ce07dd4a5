import { findBuilt } from '../../frameworks/coverage/built-files.ts';
import type { Framework } from '../../frameworks/framework.ts';
import { readTreeFacts } from '../../worktrees/tree-facts.ts';
import type { SuiteRun } from './run-suite.ts';

interface BasePlace {
  readonly repoDir: string;
  readonly base: string;
}

interface Base {
  readonly framework: Framework;
  readonly suites: readonly [SuiteRun, ...SuiteRun[]];
  /** Why coverage is not measured, though the framework could; null if it is. */
  readonly unmeasured: string | null;
}

/**
 * The suite before any change. Frameworks run nothing at all when they are asked for coverage and the package that measures it
 * is missing; or they fail by what a repository demands of its files. A suite that has this trouble only with coverage is not
 * measured; nor is one that runs what was built and never the sources. That is settled here, before any agent is paid, or could
 * have a hand in it.
 */
export async function runBase(
  found: Framework,
  start: (framework: Framework, wantsCoverage: boolean) => Promise<SuiteRun>,
  place: BasePlace,
): Promise<Base> {
  const isInDoubt = found.coverage === 'lcov' && found.suite.takesOptions;
  const suite = await start(found, isInDoubt);
  const { trouble, detail } = suite.run;
  const without = { ...found, coverage: null };
  if (isInDoubt && trouble !== null && trouble !== 'no tests') {
    const again = await start(without, false);
    if (again.run.trouble !== trouble)
      return { framework: without, suites: [suite, again], unmeasured: detail ?? trouble };
    return { framework: found, suites: [suite, again], unmeasured: null };
  }
  const built = findBuilt(found, suite.coverage, suite.root, (path) => isHeld(place, path));
  if (built === null) return { framework: found, suites: [suite], unmeasured: null };
  const unmeasured = `the tests run what was built (${built}), and nothing that it was built from`;
  return { framework: without, suites: [suite], unmeasured };
}

/** Where nobody can tell, it is. */
function isHeld({ repoDir, base }: BasePlace, path: string): boolean {
  const facts = readTreeFacts(repoDir, base);
  return facts.kind === 'none' || facts.hasPath(path);
}
