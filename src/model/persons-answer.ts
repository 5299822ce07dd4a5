import { fieldOf } from './json.ts';

export interface PersonsAnswer {
  readonly answer: 'approve' | 'reject';
  readonly note: string | null;
}

/** What they said beside their answers. */
export function listNotes(answers: readonly PersonsAnswer[]): string[] {
  return answers.flatMap(({ note }) => note || []);
}

/** Throws for what is none. */
export function parsePersonsAnswer(data: unknown): PersonsAnswer {
  const [answer, note] = [fieldOf(data, 'answer'), fieldOf(data, 'note')];
  if (answer !== 'approve' && answer !== 'reject') throw new Error('an answer is approve or reject');
  return { answer, note: typeof note === 'string' ? note : null };
}
