import { folderOf } from '../../../frameworks/paths.ts';
import type { RanTest, TestRun } from '../../../frameworks/test-run.ts';
import type { Findings } from './make-result.ts';

/** Ids of tests, which begin with the place of each. */
export function listPassed({ tests }: TestRun): string[] {
  return tests.filter(({ state }) => state === 'passed').map(({ id }) => id);
}

/**
 * Tests that passed before the change, and are not run with it: no failure tells of them. One that is skipped now fails, and so
 * does a file of which nothing is run any more, unless it was to be deleted. A single one may bear another name, as those do
 * that are made of data: that is told. One that moved is found by its name.
 */
export function findLeftOut(run: TestRun, passed: readonly string[], deleted: readonly string[]): Findings {
  const now = new Map(run.tests.map((test) => [test.id, test]));
  const names = new Set(run.tests.map(({ name }) => name));
  const places = new Set(run.tests.filter(isRun).map(({ id }) => splitId(id).place));
  const skipped = passed.flatMap((id) => now.get(id) ?? []).filter((test) => !isRun(test));
  const gone = passed.filter((id) => !now.has(id)).map(splitId);
  // A package of Go is a folder.
  const meant = new Set(deleted.flatMap((path) => [path, folderOf(path) || '.']));
  const lost = gone.filter(({ name, place }) => !names.has(name) && !meant.has(place));
  const isWhole = ({ place }: Place) => place !== '' && !places.has(place);
  const files = Map.groupBy(lost.filter(isWhole), ({ place }) => place);
  return {
    failed: [
      ...skipped.map(({ name, state }) => `${name}: it passed before the change, and is ${state} now`),
      ...[...files].map(([place, { length }]) => `${place}: of its tests ${length} passed before, and none is run now`),
    ],
    warned: lost.filter((one) => !isWhole(one)).map(({ name }) => `${name}: it passed before, and is not run now`),
  };
}

function isRun({ state }: RanTest): boolean {
  return state === 'passed' || state === 'failed';
}

interface Place {
  readonly place: string;
  readonly name: string;
}

function splitId(id: string): Place {
  const at = id.indexOf('::');
  return { place: id.slice(0, at), name: id.slice(at + 2) };
}
