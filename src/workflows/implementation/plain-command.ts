import type { Framework } from '../../frameworks/framework.ts';
import { carries } from '../../frameworks/scenarios/carried-id.ts';
import type { Judgement, Reason } from '../../frameworks/scenarios/judgement.ts';
import type { ScenarioId } from '../../frameworks/scenarios/scenario.ts';
import type { ListedTest } from '../../frameworks/source/listed-test.ts';
import type { TestRun } from '../../frameworks/test-run.ts';

/** A command of which only the exit code is known. */
export function isPlain({ kind, report }: Framework): boolean {
  return kind === 'command' && report === null;
}

/** As red as such a command can show: every scenario stands in a test, and the command, which passed before, fails. */
export function judgePlainRed(
  { exitCode, trouble, detail }: TestRun,
  scenarios: readonly ScenarioId[],
  texts: ReadonlyMap<string, string>,
  listed: readonly ListedTest[],
): Judgement {
  const missing = scenarios.filter((scenario) => !isNamed(scenario, texts, listed));
  const reasons: Reason[] = missing.map(({ id, title }) => {
    return { code: 'TEST_MISSING', scenario: id, test: null, message: `no test is named ${id}: ${title}` };
  });
  const whole = { scenario: null, test: null };
  if (trouble !== null) reasons.push({ code: 'RUN_TROUBLE', ...whole, message: `${trouble}: ${detail ?? ''}` });
  else if (exitCode === 0)
    reasons.push({ code: 'TEST_PASSES', ...whole, message: 'the test command passes before anything was changed' });
  return { holds: reasons.length === 0, reasons };
}

/** By the titles of its tests; in a language that we cannot read, by its text. */
function isNamed({ id }: ScenarioId, texts: ReadonlyMap<string, string>, listed: readonly ListedTest[]): boolean {
  if (listed.some(({ titles }) => titles.some((title) => carries(title, id) !== 'none'))) return true;
  const read = new Set(listed.map(({ file }) => file));
  return [...texts].some(([path, text]) => !read.has(path) && new RegExp(`(?<!\\d)${id}(?!\\d)`).test(text));
}
