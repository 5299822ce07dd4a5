import { makeCheck } from './check.ts';
import { linesOfSection } from './section-lines.ts';

const loopPattern =
  /\b(?:retry|retries|retried|retrying|back-?off|loops?|while true|polls?|polling|(?:wait|repeat) until)\b/i;
const noLoopPattern = /\b(?:no|not|never|without)\s(?:\w+\s)?(?:retry|retries|retried|retrying|loops?|polling)\b/i;
const boundPattern: readonly RegExp[] = [
  /\bmax|time-?out|attempts?\b/i,
  /\b(?:at most|up to|limit|limited|bounded|bound|cap|capped|deadline|once|twice|for each|for every)\b/i,
  /\b\d{1,9}\s?(?:times|tries|retries|rounds|ms|s|seconds|minutes)\b/i,
];

/** How many lines away a bound may stand from its loop. */
const reachLines = 4;

export const loopUnbounded = makeCheck({
  id: 'LOOP_UNBOUNDED',
  severity: 'warning',
  description: 'A retry or loop of section 2 has a bound within a few lines.',
  *find(input) {
    const source = linesOfSection(input, '2');
    const bounds = source.map(({ text }) => boundPattern.some((bound) => bound.test(text)));
    let reported = Number.NEGATIVE_INFINITY;
    for (const [index, { line, text }] of source.entries()) {
      if (
        !loopPattern.test(text.replace(/\bevent[- ]loops?\b/gi, ' ')) ||
        noLoopPattern.test(text) ||
        line - reported <= reachLines
      )
        continue;
      if (bounds.slice(Math.max(0, index - reachLines), index + reachLines + 1).includes(true)) continue;
      reported = line;
      yield { line, message: 'A retry or loop without a bound nearby could run for ever' };
    }
  },
});
