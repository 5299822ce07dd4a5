import { renderVerdict } from '../../governance/verdict/render-verdict.ts';
import type { VerdictFinding } from '../../governance/verdict/verdict.ts';
import type { AnsweredCall } from '../workflow.ts';
import { describeFindings, listAnswered, listDecisions } from './demands.ts';
import type { Desk } from './desk.ts';
import { renderUnreadable } from './render-unreadable.ts';
import { listGateNotes, type Review, type Round } from './round.ts';
import { objectTo, Patience, unreadableReply } from './unreadable.ts';
import { readVerdictReply } from './verdict-reply.ts';

type Given = Pick<Round, 'checked' | 'gateNote'>;

/** One review after those of `rounds`; a reply that is no verdict is asked for once more, with what was wrong. */
export async function reviewDraft(desk: Desk, given: Given, rounds: readonly Round[]): Promise<Review> {
  const patience = new Patience();
  for (let remark: string | null = null; ; ) {
    const answer = await askForVerdict(desk, given, rounds, remark);
    if ('review' in answer) return answer.review;
    if (patience.isOver(answer.reply)) throw unreadableReply('the verdict', answer.reason, answer.reply.text);
    remark = objectTo(answer.reason);
  }
}

type Answer = { readonly review: Review } | { readonly reason: string; readonly reply: AnsweredCall };

async function askForVerdict(
  desk: Desk,
  { checked, gateNote }: Given,
  rounds: readonly Round[],
  remark: string | null,
): Promise<Answer> {
  const { brief, lineage, context, order } = desk;
  const title = `${brief.id} - ${brief.title}`;
  const earlier = rounds.filter(({ review }) => review.by === 'reviewer');
  const reply = await desk.ask({
    kind: 'review',
    brief,
    document: { text: checked.text, earlier: earlier.map((round) => round.checked.text) },
    findings: describeFindings(checked),
    raised: earlier.at(-1)?.review.verdict.findings.map(nameFinding) ?? [],
    decisions: [...listDecisions(rounds), ...listGateNotes([...rounds, { gateNote }])],
    asked: listAnswered(rounds),
    remark,
  });
  const reviewedAt = await context.now();
  const reading = readVerdictReply(reply.text);
  if ('reason' in reading) {
    await lineage.keep('verdict', renderUnreadable(title, reading.reason, reply.text));
    return { reason: reading.reason, reply };
  }
  const { model, callId } = reply;
  const verdict = { ...reading.data, title, reviewer: `${order.reviewer}, model ${model}` };
  await lineage.keep('verdict', renderVerdict(verdict));
  return { review: { by: 'reviewer', verdict, model, callId, reviewedAt } };
}

function nameFinding({ tier, section, title }: VerdictFinding): string {
  return `Tier ${tier}, section ${section ?? 'none'}: ${title}`;
}
