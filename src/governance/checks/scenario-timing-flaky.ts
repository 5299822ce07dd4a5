import { makeCheck } from './check.ts';

/** A bound below one second: some milliseconds, or a part of a second. */
const shortTimePattern = '(?:\\d{1,3}(?:\\.\\d{1,9})?\\s?(?:ms|milliseconds?)|0?\\.\\d{1,9}\\s?(?:s|secs?|seconds?))';
const comparisonPattern = '(?:[<>≤≥]=?|\\b(?:within|under|below|less than|faster than|at most|in))';
const wallTimePattern = new RegExp(`${comparisonPattern}\\s?${shortTimePattern}\\b`, 'i');
const relativePattern = /\b(?:faster|slower|quicker) than\b/i;
const sharePattern = /\d\s?%/;
const aboutTimePattern = /\b(?:time|duration|faster|slower|speed|speedup|sequential)\b/i;

export const scenarioTimingFlaky = makeCheck({
  id: 'SCENARIO_TIMING_FLAKY',
  severity: 'warning',
  description: 'No scenario passes or fails by how fast the machine is: no relative time, no bound below 1 s.',
  *find({ document }) {
    for (const { id, expected, passCriteria, line } of document.scenarios) {
      const isFlaky = [expected, passCriteria].some(dependsOnClock);
      if (isFlaky) yield { line, message: `Scenario ${id} may depend on how fast the machine is` };
    }
  },
});

function dependsOnClock(text: string): boolean {
  const isRelative = relativePattern.test(text) || (sharePattern.test(text) && aboutTimePattern.test(text));
  return isRelative || wallTimePattern.test(text);
}
