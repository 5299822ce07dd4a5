import { makeCheck } from './check.ts';

const UNIT = '(?:ms|milliseconds?|s|secs?|seconds?|min|minutes?)';
const COMPARISON = '(?:[<>≤≥]=?|\\b(?:within|under|below|less than|faster than|at most|in))';
const WALL_TIME = new RegExp(`${COMPARISON}\\s?\\d{1,9}(?:\\.\\d{1,9})?\\s?${UNIT}\\b`, 'i');
const SHARE = /\d\s?%/;
const ABOUT_TIME = /\b(?:time|duration|faster|slower|speed|speedup|sequential)\b/i;

export const scenarioTimingFlaky = makeCheck({
  id: 'SCENARIO_TIMING_FLAKY',
  severity: 'warning',
  description: 'No scenario passes or fails by the clock of the machine that runs it.',
  *find({ document }) {
    for (const { id, expected, passCriteria, line } of document.scenarios) {
      const isFlaky = [expected, passCriteria].some(dependsOnClock);
      if (isFlaky) yield { line, message: `Scenario ${id} depends on how fast the machine is` };
    }
  },
});

function dependsOnClock(text: string): boolean {
  return WALL_TIME.test(text) || (SHARE.test(text) && ABOUT_TIME.test(text));
}
