import { showSafely } from '../../model/text.ts';
import type { WorkflowContext, WorkflowEnd } from '../workflow.ts';
import { approve } from './approve.ts';
import { checkDraft } from './check-draft.ts';
import { decide } from './decide.ts';
import { type Desk, openDesk } from './desk.ts';
import { finalize } from './finalize.ts';
import { loadIssue } from './load-issue.ts';
import { type Machine, plainMachine } from './machine.ts';
import type { RequirementsOrder } from './order.ts';
import { reviewDraft } from './review-draft.ts';
import { bestOf, type Round } from './round.ts';
import { reviseDraft, writeDraft } from './write-draft.ts';

/** From an issue to an approved design: draft, check, review, and revise until it is approved or the rounds are over. */
export async function runRequirements(
  context: WorkflowContext,
  order: RequirementsOrder,
  machine: Machine = plainMachine(context),
): Promise<WorkflowEnd> {
  const issue = await loadIssue(context, order);
  const desk = openDesk(context, order, issue, machine);
  await desk.lineage.keep('issue', issue.content);
  let round = await judge(desk, await writeDraft(desk), null);
  const rounds: [Round, ...Round[]] = [round];
  while (round.decision !== 'approved') {
    if (isOver(round, rounds.length, order)) return reject(round, rounds.length);
    const start = rounds.length === order.earlierRounds ? bestOf(rounds) : round;
    round = await judge(desk, await reviseDraft(desk, start), start.checked.text);
    rounds.push(round);
  }
  const approval = await approve(desk, round, rounds.length);
  return { kind: 'done', results: await finalize(desk, rounds, approval) };
}

async function judge(desk: Desk, design: string, before: string | null): Promise<Round> {
  const checked = await checkDraft(desk, design, before);
  const review = await reviewDraft(desk, checked);
  return await decide(desk.context, checked, review);
}

/** Rounds of earlier attempts ended in a rejection once, and do not end in it again. */
function isOver({ decision }: Round, rounds: number, { earlierRounds, maxIterations }: RequirementsOrder): boolean {
  if (rounds <= earlierRounds) return false;
  return decision === 'rejected' || rounds >= earlierRounds + maxIterations;
}

const longestReason = 300;

function reject({ reasons }: Round, rounds: number): WorkflowEnd {
  const reason = `not approved in ${rounds} ${rounds === 1 ? 'review' : 'reviews'}: ${reasons.join('; ')}`;
  return { kind: 'rejected', reason: showSafely(reason).slice(0, longestReason), rounds };
}
