/** A changed wording gets a new number: what was answered to another prompt is another answer. */
export const promptVersions = { draft: 'draft-1', revise: 'revise-1', review: 'review-1' } as const;
