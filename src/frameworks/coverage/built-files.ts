import { isTestSupport } from '../detect/test-paths.ts';
import type { Framework } from '../framework.ts';
import { readCoverage } from './read-coverage.ts';

/** Packages of others say nothing of how a repository's own files are run. */
const installed = /(?:^|\/)(?:node_modules|site-packages|\.?venv)\//;

/**
 * A file that tests ran and that the repository does not hold, where they ran none that it does: what was built, such as
 * `dist/`. Then no line of its sources is ever seen to run. Null if they ran any, or nothing at all.
 */
export function findBuilt(
  framework: Framework,
  report: string | null,
  root: string,
  isHeld: (path: string) => boolean,
): string | null {
  if (report === null) return null;
  const ran = [...readCoverage(framework, report, root)]
    .filter(([path, lines]) => lines.values().some((count) => count > 0) && !installed.test(path))
    .map(([path]) => path)
    .filter((path) => !isTestSupport(path, framework.kind));
  return ran.some(isHeld) ? null : (ran[0] ?? null);
}
