import { type PersonsAnswer, parsePersonsAnswer } from '../../model/persons-answer.ts';
import type { SummaryView } from '../../report/summary.ts';
import { loadAnswer } from '../../store/answers.ts';

/** What persons have answered so far. One that cannot be read is none here: whoever goes on with it says why. */
export function openAnswers(baseDir: string): SummaryView['answerOf'] {
  return (taskId, gate) => readAnswer(baseDir, taskId, gate);
}

function readAnswer(baseDir: string, taskId: string, gate: string): PersonsAnswer | null {
  try {
    const data = loadAnswer(baseDir, taskId, gate);
    return data === null ? null : parsePersonsAnswer(data);
  } catch {
    return null;
  }
}
