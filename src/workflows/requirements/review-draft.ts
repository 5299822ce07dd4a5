import { renderVerdict } from '../../governance/verdict/render-verdict.ts';
import type { AnsweredCall } from '../workflow.ts';
import type { CheckedDraft } from './checked-draft.ts';
import { describeFinding } from './demands.ts';
import type { Desk } from './desk.ts';
import { renderUnreadable } from './render-unreadable.ts';
import type { Review } from './round.ts';
import { Patience, unreadableReply } from './unreadable.ts';
import { readVerdictReply } from './verdict-reply.ts';

/** One review; `earlier` are the texts of those before it. A reply that is no verdict is asked for once more, with what was wrong. */
export async function reviewDraft(desk: Desk, checked: CheckedDraft, earlier: readonly string[]): Promise<Review> {
  const patience = new Patience();
  for (let objection: string | null = null; ; ) {
    const answer = await askForVerdict(desk, checked, earlier, objection);
    if ('review' in answer) return answer.review;
    if (patience.isOver(answer.reply)) throw unreadableReply('the verdict', answer.reason, answer.reply.text);
    objection = answer.reason;
  }
}

type Answer = { readonly review: Review } | { readonly reason: string; readonly reply: AnsweredCall };

async function askForVerdict(
  desk: Desk,
  { text, findings }: CheckedDraft,
  earlier: readonly string[],
  remark: string | null,
): Promise<Answer> {
  const { brief, lineage, context, order } = desk;
  const title = `${brief.id} - ${brief.title}`;
  const reply = await desk.ask({
    kind: 'review',
    brief,
    document: { text, earlier },
    findings: findings.map(describeFinding),
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
