import type { TaskHistory } from '../model/history.ts';
import type { PendingReason, SkipReason } from '../model/task.ts';
import type { Candidate } from './candidates.ts';

/** Whether a candidate runs, and why. */
export type Judgement =
  | { readonly kind: 'pending'; readonly reason: PendingReason }
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly warning: string | null }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Pending: no approved LLD whose recorded issue is the issue as it is now. */
export function judgeRequirements(candidate: Candidate, history: TaskHistory | undefined): Judgement {
  const approval = history?.approval ?? null;
  if (approval === null || history?.documentSha256 === null) return pending(history?.hasFailed ? 'failed' : 'new');
  if (approval === 'unreadable') return pending('changed');
  const isCurrent = approval.issueSha256 === candidate.sha256 && approval.documentSha256 === history?.documentSha256;
  return isCurrent ? skipped('approved') : pending('changed');
}

/** Pending: an approved LLD without a successful implementation of exactly that document. */
export function judgeImplementation(
  candidate: Candidate,
  history: TaskHistory | undefined,
  acceptsOffline: boolean,
): Judgement {
  const implemented = history?.implementedSha256s ?? [];
  if (implemented.includes(candidate.sha256)) return skipped('implemented');
  const approval = history?.approval ?? null;
  if (approval === null) return skipped('unapproved', warnOfClaim(candidate));
  if (approval === 'unreadable') return refuse('has an approval record that cannot be read');
  if (approval.documentSha256 !== candidate.sha256) return refuse('changed after its approval');
  if (approval.isOffline && !acceptsOffline) return skipped('offline');
  if (history?.hasFailed) return pending('failed');
  return pending(implemented.length === 0 ? 'new' : 'changed');
}

function refuse(what: string): Judgement {
  return {
    kind: 'refused',
    code: 'APPROVAL_BROKEN',
    message: `${what}: \`agentos requirements\` makes it anew from its issue, and keeps this text in the lineage`,
  };
}

/** A document may say of itself what it likes. */
function warnOfClaim({ path, claimsApproval }: Candidate): string | null {
  if (claimsApproval !== true) return null;
  return `${path} calls itself approved, but no approval is recorded: only --force builds it`;
}

function skipped(reason: SkipReason, warning: string | null = null): Judgement {
  return { kind: 'skipped', reason, warning };
}

function pending(reason: PendingReason): Judgement {
  return { kind: 'pending', reason };
}
