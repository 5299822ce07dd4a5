/** What reading a report costs at most, whoever wrote it. Nothing is timed. */
export const limits = {
  reportCharacters: 64 * 1024 * 1024,
  tests: 100_000,
  fileFailures: 10_000,
  messageCharacters: 4000,
  titleCharacters: 500,
  titles: 40,
  nesting: 200,
  /** Of a file of sources: beyond it nothing is looked for in it. */
  sourceCharacters: 2 * 1024 * 1024,
  lineCharacters: 4000,
} as const;
