import { hash } from 'node:crypto';
import type { AnswerRequest, MadeAnswer } from '../../src/simulator/setup.ts';
import { approves, checksIssue, drafts, edit, finding, revises, type Said, sendsBack } from './plays.ts';

/** The calls of a conversation of two rounds, in their order. */
export const steps = ['check-issue', 'draft', 'review', 'revise', 'review-again'] as const;
export type Step = (typeof steps)[number];

export interface Asked {
  readonly task: string;
  readonly step: Step;
}

/** A key of the form of each reply: in a request it stands unquoted in the schema alone. */
const keys: readonly (readonly [string, Step])[] = [
  ['"contradictions":', 'check-issue'],
  ['"objective":', 'draft'],
  ['"edits":', 'revise'],
  ['"verdict":', 'review'],
];

/** What a request asks for, by its words and the form of the reply; the raw body of a request serves as both. */
export function readAsked(words: string, form: string): Asked | null {
  const task = [...words.matchAll(/(?:Check|design for) issue (\d+)\./g)].at(-1)?.[1];
  const step = keys.find(([key]) => form.includes(key))?.[1];
  if (task === undefined || step === undefined) return null;
  const isAgain = step === 'review' && /<changes-[0-9a-f]{16}>/.test(words);
  return { task, step: isAgain ? 'review-again' : step };
}

const replies: Readonly<Record<Step, Said>> = {
  'check-issue': checksIssue(),
  draft: drafts(),
  review: sendsBack(finding('No bound', '2.5')),
  revise: revises([edit('2.5', '1. Make the plan.', '1. Make the plan, of at most 1,000 tasks.')]),
  'review-again': approves(),
};

type AboutAnswer = Exclude<MadeAnswer, string>;

/** A drafter and a reviewer who are content after two rounds. What each answer was about is in the log of the simulator. */
export function answerTwoRounds(request: AnswerRequest, others: Partial<Record<string, Said>>): AboutAnswer {
  const { system, prompt, schema } = request;
  const asked = readAsked(prompt, JSON.stringify(schema));
  if (asked === null) throw new Error(`nobody knows this prompt: ${prompt.slice(-200)}`);
  const { task, step } = asked;
  const digest = hash('sha256', `${system}\0${prompt}`, 'hex').slice(0, 12);
  const { text } = others[`${task} ${step}`] ?? replies[step];
  return { text, about: `${task} ${step} ${digest}` };
}
