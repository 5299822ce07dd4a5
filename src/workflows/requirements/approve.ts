import { schemeOf } from '../../model/spec.ts';
import { renderJson } from '../../model/text.ts';
import type { Desk } from './desk.ts';
import { listReviewed, type Rounds } from './round.ts';

/** Who approved what, as it is kept beside the document. */
export interface Approval {
  readonly issueSha256: string;
  /** The spec of the reviewer. */
  readonly reviewer: string;
  readonly model: string;
  readonly callId: string;
  /** An ISO time. */
  readonly approvedAt: string;
  /** Reviews that were made. */
  readonly rounds: number;
  /** No model took part in the review. */
  readonly isOffline: boolean;
  /** A person was asked, and said yes. */
  readonly isByPerson: boolean;
}

export async function approve({ context, order, issue }: Desk, rounds: Rounds): Promise<Approval> {
  const { review, person } = rounds.at(-1) ?? rounds[0];
  const approvedAt = await context.now();
  return await context.step('approve', () => ({
    issueSha256: issue.sha256,
    reviewer: order.reviewer,
    model: review.model,
    callId: review.callId,
    approvedAt: new Date(approvedAt).toISOString(),
    rounds: listReviewed(rounds).length,
    isOffline: schemeOf(order.reviewer) === 'offline',
    isByPerson: person !== null,
  }));
}

/** The text of `approval.json`, bound to the bytes of the document. */
export function renderApproval({ issueSha256, ...approval }: Approval, documentSha256: string): string {
  return renderJson({ schemaVersion: 1, issueSha256, documentSha256, ...approval });
}
