import type { FrameworkKind } from './framework.ts';
import { listTests } from './source/list-tests.ts';
import type { ListedTest } from './source/listed-test.ts';

/** An existing test that a change made say less. */
export interface WeakenedTest {
  readonly file: string;
  readonly test: string;
  readonly how: 'deleted' | 'skipped' | 'fewer assertions' | 'others only' | 'expected to fail';
  readonly before: number;
  readonly after: number;
}

/**
 * Existing tests that a change deleted, keeps from being run, or took claims from. Files are texts by path; a test that moved
 * to another file is found there. Contract: new tests, and tests that say more than before, are never named.
 */
export async function weakenedTests(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  kind: FrameworkKind,
): Promise<WeakenedTest[]> {
  const [old, now] = [await listTests(before, kind), await listTests(after, kind)];
  const left = new Map<string, ListedTest[]>();
  for (const test of now) {
    const known = left.get(test.name);
    if (known === undefined) left.set(test.name, [test]);
    else known.push(test);
  }
  const pairs = old.map((test) => ({ test, now: take(left.get(test.name), test.file) }));
  return pairs.flatMap(({ test, now: found }) => compare(test, found));
}

/** The test of the same name, rather in the same file; each is taken once. */
function take(tests: ListedTest[] | undefined, file: string): ListedTest | null {
  if (tests === undefined) return null;
  const at = tests.findIndex((test) => test.file === file);
  return tests.splice(at === -1 ? 0 : at, 1)[0] ?? null;
}

function compare(test: ListedTest, now: ListedTest | null): WeakenedTest[] {
  const base = { file: test.file, test: test.name, before: test.assertions, after: now?.assertions ?? 0 };
  if (now === null) return [{ ...base, how: 'deleted' }];
  const gained = (mark: ListedTest['marks'][number]) => now.marks.includes(mark) && !test.marks.includes(mark);
  if (gained('skip') || gained('todo')) return [{ ...base, how: 'skipped' }];
  if (gained('xfail')) return [{ ...base, how: 'expected to fail' }];
  if (gained('only')) return [{ ...base, how: 'others only' }];
  return now.assertions < test.assertions ? [{ ...base, how: 'fewer assertions' }] : [];
}
