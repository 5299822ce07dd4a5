const mostLines = 5;

/** What a program said, without blank lines and margins. */
export function listSpokenLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The last that it said about its trouble, for the end of a message; nothing if it said nothing. */
export function tellStderr(stderr: string): string {
  const last = listSpokenLines(stderr).slice(-mostLines);
  return last.length === 0 ? '' : `: ${last.join(' | ')}`;
}
