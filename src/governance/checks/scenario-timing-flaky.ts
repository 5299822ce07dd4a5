import { makeCheck } from './check.ts';

const unitPattern = '(?:ms|milliseconds?|s|secs?|seconds?|min|minutes?)';
const comparisonPattern = '(?:[<>≤≥]=?|\\b(?:within|under|below|less than|faster than|at most|in))';
const wallTimePattern = new RegExp(`${comparisonPattern}\\s?\\d{1,9}(?:\\.\\d{1,9})?\\s?${unitPattern}\\b`, 'i');
const sharePattern = /\d\s?%/;
const aboutTimePattern = /\b(?:time|duration|faster|slower|speed|speedup|sequential)\b/i;

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
  return wallTimePattern.test(text) || (sharePattern.test(text) && aboutTimePattern.test(text));
}
