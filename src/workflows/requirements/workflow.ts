import { judgeProgress } from '../../governance/progress.ts';
import { showSafely } from '../../model/text.ts';
import type { Machine } from '../asking.ts';
import type { WorkflowContext, WorkflowEnd } from '../workflow.ts';
import { approve } from './approve.ts';
import { checkDraft } from './check-draft.ts';
import { checkIssue } from './check-issue.ts';
import { decide, passDraftGate } from './decide.ts';
import { type Desk, openDesk } from './desk.ts';
import { finalize } from './finalize.ts';
import { factsOf, recallPast } from './history.ts';
import { loadIssue } from './load-issue.ts';
import type { RequirementsOrder } from './order.ts';
import { planRound } from './plan-round.ts';
import { reviewDraft } from './review-draft.ts';
import { reviseDraft } from './revise-draft.ts';
import { findBest, listReviewed, type Round, type Rounds } from './round.ts';
import { survey } from './survey-repository.ts';
import { writeDraft } from './write-draft.ts';

/** From an issue to an approved design: draft, check, review, and revise until it is approved or leads nowhere. */
export async function runRequirements(
  context: WorkflowContext,
  order: RequirementsOrder,
  machine: Machine,
): Promise<WorkflowEnd> {
  const issue = await loadIssue(context, order);
  const blank = openDesk(context, order, issue, await survey(context, order, issue), machine);
  await blank.lineage.keep('issue', issue.content);
  const { isRefused, ...known } = await checkIssue(blank);
  if (isRefused) return { kind: 'rejected', reason: refusedIssue, rounds: 0 };
  const desk = { ...blank, brief: { ...blank.brief, ...known } };
  let rounds: Rounds = [await playRound(desk, null)];
  for (let round = rounds[0]; round.decision !== 'approved'; rounds = [...rounds, round]) {
    const end = findEnd(round, rounds, order);
    if (end !== null) return reject(end, rounds);
    round = await playRound(desk, rounds);
  }
  return { kind: 'done', results: await finalize(desk, rounds, await approve(desk, rounds)) };
}

const refusedIssue = 'a person rejected the issue: change it, or run again with --fresh to be asked anew';

/** One draft, from its first word to its judgement; `rounds` are those before it, null for the first. */
async function playRound(desk: Desk, rounds: Rounds | null): Promise<Round> {
  const plan = await planRound(desk, rounds);
  const { answers } = plan;
  const isFirst = rounds === null || answers === null;
  const draft = isFirst ? await writeDraft(desk) : await reviseDraft(desk, rounds, answers);
  const checked = await checkDraft(desk, draft.design, isFirst ? null : recallPast(rounds, answers, draft));
  const written = { answers, draft, checked, gateNote: null };
  const passage = plan.isDraftGated ? await passDraftGate(desk, written) : { given: written };
  if ('sentBack' in passage) return passage.sentBack;
  const { given } = passage;
  const review = await reviewDraft(desk, given, rounds ?? []);
  return await decide(desk, given, review, plan.isVerdictGated);
}

/**
 * Why there shall be no further round, empty if the round itself says it; null if there shall be one. Rounds of earlier
 * attempts ended in a rejection once, and do not end in it again. What a person asked for is done whatever the limit.
 */
function findEnd(round: Round, rounds: Rounds, { earlierRounds, maxIterations }: RequirementsOrder): string | null {
  if (rounds.length <= earlierRounds) return null;
  if (round.decision === 'rejected') return '';
  if (round.person?.answer === 'reject') return null;
  const reviewed = listReviewed(rounds.slice(earlierRounds));
  if (reviewed.length >= maxIterations) return `the limit of ${maxIterations} is reached`;
  const stop = judgeProgress(reviewed.map(factsOf), listReviewed(rounds.slice(0, earlierRounds)).length);
  return stop === null ? null : `${stop.kind}: ${stop.reason}`;
}

const longestReason = 500;

function reject(end: string, rounds: Rounds): WorkflowEnd {
  const reviews = listReviewed(rounds).length;
  const reasons = rounds.at(-1)?.reasons.join('; ') ?? '';
  const best = rounds[findBest(rounds)]?.checked.path ?? '';
  const facts = [...(end === '' ? [] : [end]), `best draft: ${best}`].join('; ');
  const reason = `${describeReviews(reviews)} (${facts}): ${reasons}`;
  const drafts = rounds.length;
  return { kind: 'rejected', reason: showSafely(reason).slice(0, longestReason), rounds: reviews, drafts };
}

function describeReviews(count: number): string {
  if (count === 0) return 'no review was made';
  return `not approved in ${count} ${count === 1 ? 'review' : 'reviews'}`;
}
