import { readIssueCheck, verifyIssueCheck } from '../../governance/issue-check/issue-check.ts';
import { showSafely } from '../../model/text.ts';
import type { PersonsAnswer } from '../workflow.ts';
import type { Desk } from './desk.ts';
import { renderIssueCheck } from './render-issue-check.ts';
import { Patience } from './unreadable.ts';

/** What is known of the issue beyond its own words. */
export interface IssueKnowledge {
  readonly notes: readonly string[];
  readonly decisions: readonly string[];
  /** A person does not want it designed as it is. */
  readonly isRefused: boolean;
}

type Check = ReturnType<typeof verifyIssueCheck>;

/** Asks whether the issue can be designed at all; what contradicts itself is for a person to decide, once. */
export async function checkIssue(desk: Desk): Promise<IssueKnowledge> {
  const { brief, lineage, context } = desk;
  const check = await askForCheck(desk);
  if (check === null) return { notes: [], decisions: [], isRefused: false };
  const { contradictions, untestable } = check;
  const notes = untestable.map(({ criterion, why }) => `No test could show this: "${criterion}". ${why}`);
  if (contradictions.length + notes.length + brief.hidden.length > 0) {
    await lineage.keep('check', renderIssueCheck(check, brief.hidden));
  }
  if (contradictions.length === 0) return { notes, decisions: [], isRefused: false };
  const answer = await context.approval('issue', makeQuestion(check));
  return { notes, decisions: [decisionOf(check, answer)], isRefused: answer.answer === 'reject' && !answer.note };
}

/** Null if it could not be read, also when asked again: the review will see what is wrong, if anything is. */
async function askForCheck(desk: Desk): Promise<Check | null> {
  const patience = new Patience();
  for (let remark: string | null = null; ; ) {
    const reply = await desk.ask({ kind: 'check-issue', brief: desk.brief, remark });
    const reading = readIssueCheck(reply.text);
    if ('check' in reading) return verifyIssueCheck(reading.check, desk.brief.issueText);
    desk.context.log(`the check of the issue cannot be read: ${showSafely(reading.reason)}`);
    if (patience.isOver(reply)) return null;
    remark = reading.reason;
  }
}

const longestQuestion = 2000;

function makeQuestion({ contradictions }: Check): string {
  const list = contradictions.map(({ first, second, question }) => `"${first}" and "${second}": ${question}`);
  return showSafely(`The issue contradicts itself: ${list.join(' / ')}`).slice(0, longestQuestion);
}

function decisionOf(check: Check, { note }: PersonsAnswer): string {
  const [asked] = check.contradictions;
  if (note) return asked === undefined ? note : `${asked.question} ${note}`;
  return 'The issue stands as it is written: where it contradicts itself, take the more careful reading, and say so in section 1.';
}
