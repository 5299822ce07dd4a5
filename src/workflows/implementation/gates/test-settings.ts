import { nameOf } from '../../../frameworks/paths.ts';

/** Files of many purposes, in which sections say which tests run and what is measured of them. */
const holders = new Set(['pyproject.toml', 'setup.cfg']);
const heading = /^\s*\[{1,2}([^\]]+)\]/;
const section = /^(?:tool[.:])?(?:pytest|coverage)\b/;

/** Whether the sections of such a file differ that decide about tests. */
export function changesTestSettings(path: string, before: string | null, after: string | null): boolean {
  return holders.has(nameOf(path)) && readSections(before ?? '') !== readSections(after ?? '');
}

function readSections(text: string): string {
  const kept: string[] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const [, name] = heading.exec(line.slice(0, 1000)) ?? [];
    if (name !== undefined) isInside = section.test(name.trim());
    if (isInside && line.trim() !== '') kept.push(line.trim());
  }
  return kept.join('\n');
}
