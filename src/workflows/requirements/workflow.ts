import { judgeProgress } from '../../governance/progress.ts';
import { showSafely } from '../../model/text.ts';
import type { WorkflowContext, WorkflowEnd } from '../workflow.ts';
import { approve } from './approve.ts';
import { checkDraft } from './check-draft.ts';
import { checkIssue } from './check-issue.ts';
import { decide, passDraftGate } from './decide.ts';
import { type Desk, openDesk } from './desk.ts';
import { finalize } from './finalize.ts';
import { factsOf, recallPast } from './history.ts';
import { loadIssue } from './load-issue.ts';
import { type Machine, plainMachine } from './machine.ts';
import { isGated, type RequirementsOrder } from './order.ts';
import { reviewDraft } from './review-draft.ts';
import { reviseDraft } from './revise-draft.ts';
import { bestOf, type Draft, type Round } from './round.ts';
import { survey } from './survey-repository.ts';
import { writeDraft } from './write-draft.ts';

type Rounds = [Round, ...Round[]];

/** From an issue to an approved design: draft, check, review, and revise until it is approved or leads nowhere. */
export async function runRequirements(
  context: WorkflowContext,
  order: RequirementsOrder,
  machine: Machine = plainMachine(context),
): Promise<WorkflowEnd> {
  const issue = await loadIssue(context, order);
  const blank = openDesk(context, order, issue, await survey(context, order, issue), machine);
  await blank.lineage.keep('issue', issue.content);
  const { isRefused, ...known } = await checkIssue(blank);
  if (isRefused) return { kind: 'rejected', reason: 'a person rejected the issue', rounds: 0 };
  const desk = { ...blank, brief: { ...blank.brief, ...known } };
  const rounds: Rounds = [await judge(desk, await writeDraft(desk), [], null)];
  for (let round = rounds[0]; round.decision !== 'approved'; rounds.push(round)) {
    const end = findEnd(round, rounds, order);
    if (end !== null) return reject(end, rounds);
    const start = rounds.length === order.earlierRounds ? bestOf(rounds) : round;
    round = await judge(desk, await reviseDraft(desk, start, rounds.slice(0, rounds.indexOf(start))), rounds, start);
  }
  const approval = await approve(desk, rounds.at(-1) ?? rounds[0], rounds.length);
  return { kind: 'done', results: await finalize(desk, rounds, approval) };
}

/** `start` is the round that the draft answers; null for the first. */
async function judge(desk: Desk, draft: Draft, rounds: readonly Round[], start: Round | null): Promise<Round> {
  const checked = await checkDraft(desk, draft.design, start === null ? null : recallPast(rounds, start));
  const reviewed = rounds.filter(({ review }) => review.by === 'reviewer');
  const sentBack =
    isGated(desk.order, 'draft') && reviewed.length === 0 ? await passDraftGate(desk, draft, checked) : null;
  if (sentBack !== null) return sentBack;
  const earlier = reviewed.map((round) => round.checked.text);
  return await decide(desk, draft, checked, await reviewDraft(desk, checked, earlier));
}

/**
 * Why there shall be no further round, empty if the round itself says it; null if there shall be one. Rounds of earlier attempts ended in a rejection once, and do
 * not end in it again.
 */
function findEnd(round: Round, rounds: Rounds, { earlierRounds, maxIterations }: RequirementsOrder): string | null {
  if (rounds.length <= earlierRounds) return null;
  if (round.decision === 'rejected') return '';
  if (rounds.length >= earlierRounds + maxIterations) return `the limit of ${maxIterations} is reached`;
  const stop = judgeProgress(rounds.slice(earlierRounds).map(factsOf));
  return stop === null ? null : `${stop.kind}: ${stop.reason}`;
}

const longestReason = 500;

function reject(end: string, rounds: Rounds): WorkflowEnd {
  const { length } = rounds;
  const reasons = rounds.at(-1)?.reasons.join('; ') ?? '';
  const facts = [...(end === '' ? [] : [end]), `best draft: ${bestOf(rounds).draft.path}`].join('; ');
  const reason = `not approved in ${length} ${length === 1 ? 'review' : 'reviews'} (${facts}): ${reasons}`;
  return { kind: 'rejected', reason: showSafely(reason).slice(0, longestReason), rounds: length };
}
