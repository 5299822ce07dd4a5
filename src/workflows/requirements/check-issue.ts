import { readIssueCheck, verifyIssueCheck } from '../../governance/issue-check/issue-check.ts';
import { showSafely } from '../../model/text.ts';
import type { Desk } from './desk.ts';
import { renderIssueCheck } from './render-issue-check.ts';
import { objectTo } from './unreadable.ts';

/** What is known of the issue beyond its own words. */
export interface IssueKnowledge {
  readonly notes: readonly string[];
  readonly decisions: readonly string[];
  /** A person does not want it designed as it is. */
  readonly isRefused: boolean;
}

type Check = ReturnType<typeof verifyIssueCheck>;

/** A reply that cannot be read is asked for once more. */
const mostAsks = 2;

/** Asks whether the issue can be designed at all; what contradicts itself is for a person to decide, once. */
export async function checkIssue(desk: Desk): Promise<IssueKnowledge> {
  const { brief, lineage, context } = desk;
  const check = await askForCheck(desk);
  const { contradictions, untestable } = check;
  if (contradictions.length + untestable.length + brief.hidden.length > 0) {
    await lineage.keep('check', renderIssueCheck(check, brief.hidden));
  }
  const notes = [
    ...untestable
      .slice(0, mostNotes)
      .map(({ criterion, why }) => cut(`No test could show this: "${criterion}". ${why}`)),
    ...contradictions.slice(0, mostNotes).map((one) => cut(describeContradiction(one))),
  ];
  if (contradictions.length === 0) return { notes, decisions: [], isRefused: false };
  const { answer, note } = await context.approval('issue', makeQuestion(check));
  return { notes, decisions: [note || asWritten], isRefused: answer === 'reject' && !note };
}

const asWritten =
  'The issue stands as it is written: where it contradicts itself, take the more careful reading, and say so in section 1.';

const nothing: Check = { contradictions: [], untestable: [] };

/** Nothing if it could not be read, also when asked again: the review will see what is wrong, if anything is. */
async function askForCheck(desk: Desk): Promise<Check> {
  for (let [remark, asks]: [string | null, number] = [null, 0]; asks < mostAsks; asks += 1) {
    const reply = await desk.ask({ kind: 'check-issue', brief: desk.brief, remark });
    const reading = readIssueCheck(reply.text);
    if ('check' in reading) return verifyIssueCheck(reading.check, desk.brief.issueText);
    desk.context.log(`the check of the issue cannot be read: ${showSafely(reading.reason)}`);
    remark = objectTo(reading.reason);
  }
  return nothing;
}

/** They stand in every later prompt. */
const mostNotes = 20;
const longestNote = 400;

function cut(note: string): string {
  return note.slice(0, longestNote).toWellFormed();
}

const longestQuestion = 2000;

function makeQuestion({ contradictions }: Check): string {
  const list = contradictions.map(describeContradiction).join(' / ');
  return showSafely(`The issue contradicts itself: ${list}`).slice(0, longestQuestion);
}

function describeContradiction({ first, second, question }: Check['contradictions'][number]): string {
  return `"${first}" and "${second}": ${question}`;
}
