import type { TaskHistory } from '../model/history.ts';
import type { PendingReason, SkipReason } from '../model/task.ts';
import type { Candidate } from './candidates.ts';

/** Whether a candidate runs, and why. */
export type Judgement =
  | { readonly kind: 'pending'; readonly reason: PendingReason; readonly warning: string | null }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** Pending: no approved LLD whose recorded issue is the issue as it is now. */
export function judgeRequirements(candidate: Candidate, history: TaskHistory | undefined): Judgement {
  const approval = history?.approval ?? null;
  if (approval === null || history?.documentSha256 === null) return pending(history?.hasFailed ? 'failed' : 'new');
  if (approval === 'unreadable') return pending('changed');
  const isCurrent = approval.issueSha256 === candidate.sha256 && approval.documentSha256 === history?.documentSha256;
  return isCurrent ? { kind: 'skipped', reason: 'approved' } : pending('changed');
}

/** Pending: an approved LLD without a successful implementation of exactly that document. */
export function judgeImplementation(candidate: Candidate, history: TaskHistory | undefined): Judgement {
  if (history?.implementedSha256 === candidate.sha256) return { kind: 'skipped', reason: 'implemented' };
  const approval = history?.approval ?? null;
  if (approval === null && candidate.claimsApproval !== true) return { kind: 'skipped', reason: 'unapproved' };
  if (approval === 'unreadable') return refuse('has an approval record that cannot be read');
  if (approval !== null && approval.documentSha256 !== candidate.sha256) return refuse('changed after its approval');
  const warning = approval === null ? `${candidate.path} calls itself approved, but no approval is recorded` : null;
  if (history?.hasFailed) return pending('failed', warning);
  return pending((history?.implementedSha256 ?? null) === null ? 'new' : 'changed', warning);
}

function refuse(what: string): Judgement {
  return {
    kind: 'refused',
    code: 'APPROVAL_BROKEN',
    message: `${what}: have it reviewed again with \`agentos requirements\``,
  };
}

function pending(reason: PendingReason, warning: string | null = null): Judgement {
  return { kind: 'pending', reason, warning };
}
