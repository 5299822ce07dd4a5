import { checkIssueOffline } from '../../governance/issue-check/issue-check.ts';
import type { Edits } from '../../governance/lld/edits.ts';
import type { Ask, Provider } from '../provider.ts';
import { draftOffline } from './draft-lld.ts';
import { readIssueFacts } from './issue-facts.ts';
import { reviewCodeOffline } from './review-code.ts';
import { reviewOffline } from './review-lld.ts';

/** Answers from the texts alone: no model takes part, nothing is paid, and the same question has the same answer. */
export const offlineProvider: Provider = {
  async ask(ask, { signal }) {
    signal.throwIfAborted();
    return { kind: 'answer', text: JSON.stringify(answerOffline(ask)), model: 'offline', usd: 0 };
  },
};

export function answerOffline(ask: Ask): object {
  switch (ask.kind) {
    case 'check-issue':
      return checkIssueOffline(readIssueFacts(ask.brief.issueText).groups);
    case 'draft':
      return draftOffline(ask.brief);
    case 'revise':
      return { edits: [], declined: declineAll(ask.findings) };
    case 'review':
      return reviewOffline(ask.document.text, ask.brief);
    case 'review-code':
      return reviewCodeOffline(ask);
  }
}

/** No reply may decline more. */
const mostDeclined = 1000;

/** What has a safe repair was repaired when the draft was checked: nothing else can be mended without a model. */
function declineAll(findings: readonly string[]): Edits['declined'] {
  const reason = 'No model took part: a draft of offline: changes only with its issue.';
  return findings.slice(0, mostDeclined).map((_, at) => ({ finding: at + 1, reason }));
}
