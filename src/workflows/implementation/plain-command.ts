import { isTestPath } from '../../frameworks/detect/test-paths.ts';
import type { Framework } from '../../frameworks/framework.ts';
import { carries } from '../../frameworks/scenarios/carried-id.ts';
import type { Reason } from '../../frameworks/scenarios/reason.ts';
import type { ScenarioId } from '../../frameworks/scenarios/scenario.ts';
import type { ListedTest } from '../../frameworks/source/listed-test.ts';
import type { TestRun } from '../../frameworks/test-run.ts';
import { cutText } from '../../model/text.ts';

const longestTitle = 200;

/** A command of which only the exit code is known. */
export function isPlain({ kind, report }: Framework): boolean {
  return kind === 'command' && report === null;
}

/**
 * Why it is not red, as far as such a command can show; nothing if every scenario stands in a test, and the command, which
 * passed before, fails.
 */
export function judgePlainRed(
  { exitCode, trouble, detail }: TestRun,
  scenarios: readonly ScenarioId[],
  listed: readonly ListedTest[],
): Reason[] {
  const missing = scenarios.filter((scenario) => !isNamed(scenario, listed));
  const reasons: Reason[] = missing.map(({ id, title }) => {
    return { code: 'TEST_MISSING', scenario: id, test: null, message: `no test is named ${id}: ${title}` };
  });
  const whole = { scenario: null, test: null };
  if (trouble !== null) reasons.push({ code: 'RUN_TROUBLE', ...whole, message: `${trouble}: ${detail ?? ''}` });
  else if (exitCode === 0)
    reasons.push({ code: 'TEST_PASSES', ...whole, message: 'the test command passes before anything was changed' });
  return reasons;
}

/** The tests that are listed; in a language that we cannot read, the line that names a scenario stands for its test. */
export function listPlainTests(
  scenarios: readonly ScenarioId[],
  texts: ReadonlyMap<string, string>,
  listed: readonly ListedTest[],
): ListedTest[] {
  const read = new Set(listed.map(({ file }) => file));
  const unread = [...texts].filter(([path]) => !read.has(path) && isTestPath(path, 'command'));
  const named = unread.flatMap(([file, text]) => {
    const titles = text.split('\n').map((line) => cutText(line.replace(/^\W+/, '').trimEnd(), longestTitle));
    return scenarios.flatMap(({ id }) => {
      const plainest = titles.findIndex((title) => carries(title, id) === 'start');
      const at = plainest === -1 ? titles.findIndex((title) => carries(title, id) !== 'none') : plainest;
      const name = titles[at];
      if (name === undefined) return [];
      return [{ file, titles: [name], name, line: at + 1, endLine: at + 1, marks: [], assertions: 0 }];
    });
  });
  return [...listed, ...named];
}

function isNamed({ id }: ScenarioId, listed: readonly ListedTest[]): boolean {
  return listed.some(({ titles }) => titles.some((title) => carries(title, id) !== 'none'));
}
