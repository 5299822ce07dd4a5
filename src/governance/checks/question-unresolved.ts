import { makeCheck } from './check.ts';

export const questionUnresolved = makeCheck({
  id: 'QUESTION_UNRESOLVED',
  severity: 'error',
  description: 'Every open question is ticked off.',
  *find({ document }) {
    for (const { text, isResolved, line } of document.openQuestions) {
      if (!isResolved) yield { line, message: `The question is still open: "${text}"` };
    }
  },
});
