import { dropLeadingZeros } from '../../model/task.ts';

/** The grammar of task ids: letters, digits, `_` and `-`, starting with a letter or digit. */
const idPattern = '[A-Za-z0-9][A-Za-z0-9_-]{0,63}';
const wholeId = new RegExp(`^${idPattern}$`);
const idReference = new RegExp(`#(${idPattern})`);
const idBeforeDash = new RegExp(`^(#?${idPattern})\\s+[-–—](?:\\s+|$)`);
const numberBeforeColon = /^(#?\d+)\s*:\s*/;
const lldFileName = new RegExp(`^LLD-(${idPattern})\\.md$`);

/** Whether a text is an issue id in the one form that we write: a number has no leading zeros. */
export function isIssueId(text: string): boolean {
  return wholeId.test(text) && dropLeadingZeros(text) === text;
}

/** The id in `Issue #137`; null if none is named. */
export function findIssueId(text: string): string | null {
  return readId(idReference.exec(text)?.[1]);
}

/** Every id that a fact such as `#137`, `137`, `GH-137` or an address ending in `/issues/137` may mean. */
export function issueIdsOfFact(fact: string): string[] {
  const bare = /^`?([\w-]+)`?[.,;]?(?=\s|$)/.exec(fact)?.[1] ?? '';
  const written = [
    idReference.exec(fact)?.[1],
    /\/issues\/(\d+)/.exec(fact)?.[1],
    /\bGH-(\d+)/i.exec(fact)?.[1],
    wholeId.test(bare) && /\d/.test(bare) ? bare : undefined,
  ];
  return written.flatMap((text) => readId(text) ?? []);
}

/** The id in `docs/lld/active/LLD-137.md`, with either kind of slash. */
export function issueIdOfPath(path: string): string | null {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return readId(lldFileName.exec(name)?.[1]);
}

/** Splits `137 - Title`. Without a digit an id needs its mark, `#login - Title`, or it would be any first word. */
export function splitTitle(heading: string): { number: string | null; text: string } {
  for (const pattern of [idBeforeDash, numberBeforeColon]) {
    const [whole = '', written = ''] = pattern.exec(heading) ?? [];
    if (!/[#\d]/.test(written)) continue;
    return { number: readId(written.replace('#', '')), text: heading.slice(whole.length).trim() };
  }
  return { number: null, text: heading };
}

/** What `splitTitle` reads. */
export function joinTitle(issue: string, text: string): string {
  return `${/\d/.test(issue) ? '' : '#'}${issue} - ${text}`.trim();
}

function readId(text: string | undefined): string | null {
  return text === undefined ? null : dropLeadingZeros(text);
}
