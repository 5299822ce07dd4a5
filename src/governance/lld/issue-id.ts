/** Letters, digits, `.`, `_` and `-`; alphanumeric at both ends. */
const idPattern = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';
const wholeId = new RegExp(`^${idPattern}$`);
const idReference = new RegExp(`#(${idPattern})`);
const idBeforeDash = new RegExp(`^#?(${idPattern})\\s+[-–—](?:\\s+|$)`);
const numberBeforeMark = /^#?(\d+)\s*[-–—:]\s*/;
const lldFileName = new RegExp(`^LLD-(${idPattern})\\.md$`);

/** Whether a text is an issue id in the one form that we write: with a digit, a number without leading zeros. */
export function isIssueId(text: string): boolean {
  return wholeId.test(text) && readId(text) === text;
}

/** The id in `Issue #137`, without leading zeros; null if none is named. */
export function findIssueId(text: string): string | null {
  return readId(idReference.exec(text)?.[1]);
}

/** The id in `docs/lld/active/LLD-137.md`, with either kind of slash. */
export function issueIdOfPath(path: string): string | null {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return readId(lldFileName.exec(name)?.[1]);
}

/** Splits `137 - Title`; a title that starts with no id is all text. */
export function splitTitle(heading: string): { number: string | null; text: string } {
  for (const pattern of [idBeforeDash, numberBeforeMark]) {
    const match = pattern.exec(heading);
    const number = readId(match?.[1]);
    if (match !== null && number !== null) return { number, text: heading.slice(match[0].length).trim() };
  }
  return { number: null, text: heading };
}

/** An id holds a digit, so that no plain word is taken for one. */
function readId(text: string | undefined): string | null {
  if (text === undefined || !/\d/.test(text)) return null;
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}
