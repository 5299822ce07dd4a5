/** A changed wording gets a new number: what was done or said to another prompt is another work. */
export const codePromptVersions = {
  rules: 'code-rules-1',
  writeTests: 'write-tests-1',
  implement: 'implement-2',
  mend: 'mend-2',
  reviewCode: 'review-code-1',
} as const;
