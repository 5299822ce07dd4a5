/** What a survey costs at most, whatever the repository holds. Everything is counted, nothing is timed. */
export const limits = {
  /** Of the issue: what stands behind it is not looked at for words. */
  issueCharacters: 64 * 1024,
  terms: 300,
  namedPaths: 40,
  /** Files beyond this size are listed and not read. */
  fileBytes: 256 * 1024,
  /** Everything that is read in order to rank files. */
  scannedFiles: 6000,
  scannedBytes: 16 * 1024 * 1024,
  /** What is held in memory at a time while files are ranked. */
  batchBytes: 4 * 1024 * 1024,
  /** Everything that is read in order to be shown. */
  shownBytes: 8 * 1024 * 1024,
  outlinedFiles: 80,
  importsOfFile: 200,
  /** A line beyond this length was not written by hand. */
  lineCharacters: 2000,
} as const;
