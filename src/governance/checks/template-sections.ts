import type { LldDocument, LldSection } from '../lld/document.ts';
import { lldTemplate, type TemplateSection } from '../lld/template.ts';

interface KnownSection {
  readonly section: LldSection;
  readonly known: TemplateSection;
  /** The place of the section in the template, from 0. */
  readonly place: number;
}

/** The sections of a document that the template knows, by number, as they come. */
export function templateSections(document: LldDocument): KnownSection[] {
  return document.sections.flatMap((section) => {
    const place = lldTemplate.findIndex(({ number }) => number === section.number);
    const known = lldTemplate[place];
    return known === undefined ? [] : [{ section, known, place }];
  });
}

export function nameOf(section: { readonly number: string | null; readonly title: string }): string {
  return `"${section.number}. ${section.title}"`;
}
