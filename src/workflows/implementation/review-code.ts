import { judgeDraft, reviewerSays } from '../../governance/gate.ts';
import type { Verdict, VerdictFinding } from '../../governance/verdict/verdict.ts';
import type { CodeReviewAsk } from '../../providers/provider.ts';
import { renderUnreadable } from '../requirements/render-unreadable.ts';
import { objectTo, Patience, unreadableReply } from '../requirements/unreadable.ts';
import { readVerdictReply } from '../requirements/verdict-reply.ts';
import type { AnsweredCall } from '../workflow.ts';
import type { JudgedReview, ReviewSubject } from './code-review.ts';
import { measureProofs } from './matrix.ts';
import { renderCodeVerdict } from './render-code-verdict.ts';

export interface ReviewTools {
  /** The spec of the reviewer. */
  readonly reviewer: string;
  /** One call, as `context.call('review-code', …)` makes it. */
  ask(ask: CodeReviewAsk): Promise<AnsweredCall>;
  /** Keeps a page of the audit trail: the verdict, or a reply that is none. */
  keep(page: string): Promise<unknown>;
}

/**
 * One review of a change, after those of `subject.earlier`; a reply that is no verdict is asked for once more, with what was
 * wrong. Throws REPLY_UNREADABLE.
 */
export async function reviewCode(subject: ReviewSubject, tools: ReviewTools): Promise<JudgedReview> {
  const patience = new Patience();
  for (let remark: string | null = null; ; ) {
    const reply = await tools.ask(makeAsk(subject, remark));
    const reading = readVerdictReply(reply.text);
    if ('data' in reading) {
      const verdict = { ...reading.data, title: titleOf(subject), reviewer: `${tools.reviewer}, model ${reply.model}` };
      await tools.keep(renderCodeVerdict(verdict));
      return judgeReview(subject, verdict, reply, tools.reviewer);
    }
    await tools.keep(renderUnreadable(titleOf(subject), reading.reason, reply.text));
    if (patience.isOver(reply)) throw unreadableReply('the verdict on the change', reading.reason, reply.text);
    remark = objectTo(reading.reason);
  }
}

function titleOf({ id, title }: ReviewSubject): string {
  return `${id} - ${title}`;
}

function makeAsk(
  { id, title, design, change, gates, matrix, earlier, decisions }: ReviewSubject,
  remark: string | null,
): CodeReviewAsk {
  const raised = earlier.at(-1)?.findings ?? [];
  return { kind: 'review-code', id, title, design, change, gates, matrix, raised, decisions, remark };
}

function judgeReview(subject: ReviewSubject, verdict: Verdict, reply: AnsweredCall, reviewer: string): JudgedReview {
  const { requirements, proved } = measureProofs(subject.matrix);
  const failed = subject.gates.filter(({ state }) => state === 'failed');
  const judgement = judgeDraft({
    verdict,
    findings: [],
    errors: 0,
    coverage: { requirements, covered: proved },
    openQuestions: [],
  });
  const reasons = [
    ...(judgement === 'approved' ? [] : judgement.reasons),
    ...failed.map(({ gate, summary }) => `The gate ${gate} failed: ${summary}`),
  ];
  return {
    verdict,
    judgement: reasons.length === 0 ? 'approved' : { reasons },
    demands: listDemands(verdict, reasons),
    review: {
      round: subject.earlier.length + 1,
      reviewer,
      model: reply.model,
      callId: reply.callId,
      verdict: verdict.verdict,
      summary: verdict.summary,
      findings: verdict.findings.map(describeFinding),
      commit: subject.commit,
    },
  };
}

/** What blocks stands first; a change that is not approved has at least one demand. */
function listDemands(verdict: Verdict, reasons: readonly string[]): string[] {
  const findings = verdict.findings.toSorted((a, b) => a.tier - b.tier).map(describeDemand);
  const known = [reviewerSays, 'APPROVED, but Tier 1 lists'];
  const others = reasons.filter((reason) => !known.some((start) => reason.startsWith(start)));
  const all = [...findings, ...others];
  return all.length === 0 && reasons.length > 0 ? [verdict.summary] : all;
}

function describeFinding({ tier, title, detail }: VerdictFinding): string {
  return `Tier ${tier}: ${title}: ${detail}`;
}

function describeDemand(finding: VerdictFinding): string {
  const { section, quote, recommendation } = finding;
  const place = section === null ? '' : ` (${section})`;
  const words = quote ? ` About the words "${quote}".` : '';
  const advice = recommendation === null ? '' : ` Recommendation: ${recommendation}`;
  return `${describeFinding(finding)}${place}${words}${advice}`;
}
