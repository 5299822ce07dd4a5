import type { DraftHeader } from '../../governance/lld/draft.ts';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { normaliseProse } from '../../governance/lld/prose.ts';
import { renderHeader } from '../../governance/lld/render-lld.ts';
import { splitLines } from '../../governance/lld/source-lines.ts';

/** What is ours to write around a design: nobody else says what it is based on, or that it is approved. */
export interface Frame {
  readonly path: string;
  readonly base: string | null;
}

/** The design alone, from its title to its last section; header, review log and original issue are left out. */
export function readDesign(text: string): string {
  const { title, sections, sectionsEndLine } = parseLld(text);
  const start = title?.line ?? sections[0]?.line ?? 1;
  return normaliseProse(
    splitLines(text)
      .slice(start - 1, sectionsEndLine)
      .join('\n'),
    1,
  );
}

/** A draft as it is checked and reviewed: this text has had no review yet. */
export function frameDraft(design: string, { path, base }: Frame): string {
  const header: DraftHeader = { path, base, status: 'DRAFT', reviews: 0 };
  return `${renderHeader(header)}\n\n${setStatus(design, 'Draft')}\n`;
}

interface FinalParts {
  readonly design: string;
  readonly reviews: number;
  readonly reviewLog: string;
  readonly issueId: string;
  readonly issueText: string;
}

/** The approved document; the issue ends it, word for word. */
export function frameFinal({ path, base }: Frame, parts: FinalParts): string {
  const header = renderHeader({ path, base, status: 'APPROVED', reviews: parts.reviews });
  const log = `## Appendix: Review Log\n\n${parts.reviewLog}`;
  const issue = `## Original Issue #${parts.issueId}\n${parts.issueText}`;
  return [header, setStatus(parts.design, 'Approved'), log, issue].join('\n\n');
}

const statusFact = /^(\s*[*+-]\s+(?:\*\*)?Status(?::\*\*|\*\*\s?:|:)).*$/i;

/** Section 1 states the status; one that is missing is put below the issue's number. */
function setStatus(design: string, status: string): string {
  const { context } = parseLld(design);
  const lines = splitLines(design);
  const at = (context.status?.line ?? 0) - 1;
  const fact = statusFact.exec(lines[at] ?? '')?.[1];
  if (fact !== undefined) return endFact(lines.with(at, `${fact} ${status}`), at, status);
  if (context.status !== null || context.issue === null) return design;
  return lines.toSpliced(context.issue.line, 0, `* **Status:** ${status}`).join('\n');
}

/** A line that would run on into the status becomes a paragraph of its own. */
function endFact(lines: readonly string[], at: number, status: string): string {
  const text = lines.join('\n');
  return parseLld(text).context.status?.value === status ? text : lines.toSpliced(at + 1, 0, '').join('\n');
}
