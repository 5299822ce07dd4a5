import { issueIdOfPath, issueIdsOfFact } from '../lld/issue-id.ts';
import { type CheckInput, makeCheck } from './check.ts';

interface Mention {
  readonly place: string;
  readonly id: string | null;
  readonly line: number;
}

export const issueNumberMismatch = makeCheck({
  id: 'ISSUE_NUMBER_MISMATCH',
  severity: 'error',
  description: 'Title, section 1, file name, header and original issue name the same issue.',
  *find(input) {
    const mentions = mentionsIn(input);
    const expected = input.document.title?.number ?? mentions.find(({ id }) => id !== null)?.id;
    if (expected === undefined) return;
    for (const { place, id, line } of mentions) {
      if (id === expected) continue;
      const message =
        id === null
          ? `${place} names no issue; write "* **Issue:** #${expected}"`
          : `${place} names issue ${id}, not ${expected}`;
      yield { line, message };
    }
  },
});

/** The places that name the issue. Only section 1 must; a name of another form elsewhere says nothing. */
function mentionsIn({ document, fileName }: CheckInput): Mention[] {
  const { context, header, originalIssue, sections, title } = document;
  const first = sections.find(({ number }) => number === '1');
  const mentions: Mention[] = [
    { place: 'The file name', id: issueIdOfPath(fileName ?? ''), line: title?.line ?? 1 },
    {
      place: 'The header path',
      id: issueIdOfPath(header?.path?.value ?? ''),
      line: header?.path?.line ?? 1,
    },
    { place: 'The original issue', id: originalIssue?.number ?? null, line: originalIssue?.line ?? 1 },
  ].filter(({ id }) => id !== null);
  if (first === undefined) return mentions;
  const ids = issueIdsOfFact(context.issue?.value ?? '');
  const id = ids.find((candidate) => candidate === title?.number) ?? ids[0] ?? null;
  return [{ place: 'Section 1', id, line: context.issue?.line ?? first.line }, ...mentions];
}
