import { folderOf } from '../paths.ts';
import type { ListedTest } from '../source/listed-test.ts';
import type { RanTest, TestRun } from '../test-run.ts';
import { type Carrying, carries } from './carried-id.ts';
import type { ScenarioId } from './scenario.ts';

export interface ScenarioTests {
  readonly scenario: ScenarioId;
  /** Those that ran. */
  readonly tests: readonly RanTest[];
  /** Those that stand in files which could not be run: only their sources name them. */
  readonly unloaded: readonly ListedTest[];
}

/**
 * The tests of each scenario. A test belongs to the scenario that its titles name first and most plainly, so that a number in
 * the middle of a sentence does not make it another's. `listed` are the tests that the sources hold.
 */
export function matchScenarios(
  run: TestRun,
  scenarios: readonly ScenarioId[],
  listed: readonly ListedTest[] = [],
): ScenarioTests[] {
  const ids = scenarios.map(({ id }) => id);
  const ran = group(run.tests, ids);
  const failedFiles = run.fileFailures.map(({ file }) => file);
  const isUnloaded = ({ file }: ListedTest) => failedFiles.some((failed) => isHiddenBy(file, failed));
  const unloaded = group(listed.filter(isUnloaded), ids);
  return scenarios.map((scenario) => {
    const tests = ran.get(scenario.id) ?? [];
    const names = new Set(tests.map(({ name }) => name));
    const hidden = (unloaded.get(scenario.id) ?? []).filter(({ name }) => !names.has(name));
    return { scenario, tests, unloaded: hidden };
  });
}

/** A package of Go fails as a whole, whichever of its files is at fault; of a crate nothing runs until everything compiles. */
export function isHiddenBy(file: string, failed: string): boolean {
  if (file === failed || (file.endsWith('.rs') && failed.endsWith('.rs'))) return true;
  const folder = folderOf(file) || '.';
  return (
    file.endsWith('.go') && (failed === folder || (failed.endsWith('.go') && (folderOf(failed) || '.') === folder))
  );
}

interface Titled {
  readonly titles: readonly string[];
}

function group<T extends Titled>(tests: readonly T[], ids: readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const test of tests) {
    for (const id of idsOf(test, ids)) {
      const known = groups.get(id);
      if (known === undefined) groups.set(id, [test]);
      else known.push(test);
    }
  }
  return groups;
}

const ranks: Readonly<Record<Carrying, number>> = { start: 3, marked: 2, word: 1, none: 0 };

/** The ids that a test carries in the plainest way in which it carries any. */
function idsOf({ titles }: Titled, ids: readonly string[]): string[] {
  const ranked = ids.map((id) => ({ id, rank: Math.max(...titles.map((title) => ranks[carries(title, id)])) }));
  const best = Math.max(0, ...ranked.map(({ rank }) => rank));
  return best === 0 ? [] : ranked.filter(({ rank }) => rank === best).map(({ id }) => id);
}
