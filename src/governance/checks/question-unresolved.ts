import { makeCheck } from './check.ts';

export const questionUnresolved = makeCheck({
  id: 'QUESTION_UNRESOLVED',
  severity: 'error',
  description:
    'Every open question of section 1 is ticked off and answered. Below its heading stand boxes or "None.", nothing else.',
  *find({ document }) {
    for (const { text, isResolved, isTicked, line } of document.openQuestions) {
      if (isResolved) continue;
      const state = isTicked ? 'is ticked off without an answer' : 'is still open';
      yield { line, message: `The question ${state}: "${text}"` };
    }
    for (const { value, line } of document.strayQuestions) {
      yield { line, message: `Questions are boxes with answers below them, or "None."; this is neither: "${value}"` };
    }
  },
});
