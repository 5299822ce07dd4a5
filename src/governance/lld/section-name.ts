import { foldTitle, lldTemplate } from './template.ts';

/** A number of a section where a list of them may hold one: at the start, or after a comma, a slash or an "and". */
const numberInList =
  /(?:^|[,;&/]|\band\b)[\s#*§"'([]*(?:sections?\b|sec\.|§)?\s*(\d{1,3}(?:\.\d{1,3})?)\.?(?=[\s,;:&/)\]"'*–—-]|$)/gi;

/** No name of sections is longer, however many it lists. */
const mostChars = 500;

const templateTitles: ReadonlyMap<string, string> = new Map(
  lldTemplate
    .flatMap((section) => [section, ...section.subsections])
    .flatMap(({ number, title }) => [title, title.replace(/ \(.*/, '')].map((name) => [foldTitle(name), number])),
);

/**
 * The sections that somebody names: `2.1`, `§2.1`, `Section 3`, `## 2.1 Files Changed`, `2.5, 10.1 and 3`, or one by its
 * title in the template alone. A line number names none.
 */
export function readSectionNumbers(written: string): string[] {
  const text = written.slice(0, mostChars).trim();
  if (/^lines?\b/i.test(text)) return [];
  const numbers = [...text.matchAll(numberInList)].flatMap(([, number]) => number ?? []);
  if (numbers.length === 0) return numberOfTitle(text);
  return [...new Set(numbers.map((number) => number.replace(/\b0+(?=\d)/g, '')))];
}

function numberOfTitle(text: string): string[] {
  const title = foldTitle(text.replace(/^[\s#*§"']*(?:section\b)?[\s"']*|[\s"':*]+$/gi, ''));
  return [templateTitles.get(title) ?? []].flat();
}

/** Whether a section, or one that it is part of, is named. */
export function coversSection(names: readonly string[], section: string): boolean {
  return names.some((name) => name === section || section.startsWith(`${name}.`));
}
