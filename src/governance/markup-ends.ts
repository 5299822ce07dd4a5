/** A tag of HTML; `end` is the place behind it, null if it is never closed. */
export interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly end: number | null;
}

const tagName = /<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])/iy;

/** The tag that begins at a place; null if none does. What stands in quotes ends no tag. */
export function readTag(text: string, at: number): Tag | null {
  tagName.lastIndex = at;
  const [whole, slash = '', name = ''] = tagName.exec(text) ?? [];
  if (whole === undefined) return null;
  const tag = { name: name.toLowerCase(), isClosing: slash !== '' };
  const marks = /["'<>]/g;
  marks.lastIndex = at + whole.length;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    if (mark === '<') return null;
    if (mark === '>') return { ...tag, end: marks.lastIndex };
    const closer = text.indexOf(mark, marks.lastIndex);
    if (closer < 0) break;
    marks.lastIndex = closer + 1;
  }
  return { ...tag, end: null };
}

/** The place behind `(address "title")`, of which `at` is the first character within; null if it is never closed. */
export function findDestinationEnd(text: string, at: number): number | null {
  const marks = /\\.|\s["']|[()]/g;
  marks.lastIndex = at;
  let depth = 1;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const mark = found[0].trim();
    if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    else if (mark === '"' || mark === "'") {
      const closer = text.indexOf(mark, marks.lastIndex);
      if (closer >= 0) marks.lastIndex = closer + 1;
    }
    if (depth === 0) return marks.lastIndex;
  }
  return null;
}
