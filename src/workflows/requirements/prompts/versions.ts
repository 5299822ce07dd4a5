/** A changed wording gets a new number: what was answered to another prompt is another answer. */
export const promptVersions = {
  checkIssue: 'check-issue-1',
  draft: 'draft-2',
  revise: 'revise-3',
  review: 'review-3',
} as const;
