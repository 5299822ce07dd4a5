import type { Finding } from './finding.ts';
import type { LldDocument, LldSection } from './lld/document.ts';
import { foldTitle } from './lld/template.ts';

/** A revision edits sections: one that the draft before had may be rewritten, but not left out. */
export function findVanishedSections(before: LldDocument, after: LldDocument): Finding[] {
  const kept = new Set(allSections(after).map(nameOf));
  const line = after.title?.line ?? 1;
  return allSections(before)
    .filter((section) => !kept.has(nameOf(section)))
    .map(({ number, title }) => ({
      check: 'SECTION_VANISHED',
      severity: 'error',
      line,
      message: `The section "${[number, title].filter(Boolean).join(' ')}" of the draft before is gone`,
      fix: null,
    }));
}

function allSections({ sections }: LldDocument): LldSection[] {
  return sections.flatMap((section) => [section, ...section.subsections]);
}

function nameOf({ number, title }: LldSection): string {
  return number ?? foldTitle(title);
}
