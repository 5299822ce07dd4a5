/** What a module offers, without how it does it. */
export interface Signature {
  readonly name: string;
  /** 0 for what stands by itself, 1 for a member of the one before, and so on. */
  readonly depth: number;
  /** As it stands in the source, without its body. */
  readonly text: string;
  /** The first line of its own documentation. */
  readonly doc: string | null;
}

const longestDoc = 160;

export function firstLineOf(comment: string): string | null {
  const line = comment
    .split('\n', 40)
    .map((each) => each.replace(/^[\s*/#!]+|[\s*/]+$/g, ''))
    .find((each) => each !== '' && !each.startsWith('@'));
  return line === undefined ? null : line.slice(0, longestDoc);
}

/** On one line where that loses nothing; a line comment within needs its line end. */
export function joinLines(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.includes('\n')) return trimmed;
  if (/\/\/|^\s*#/m.test(trimmed)) return dedent(trimmed);
  return trimmed
    .replace(/\s*\n\s*/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/, }/g, ' }');
}

/** Takes the indentation that a statement stands at from its lines; by default that of its last line, which closes it. */
export function dedent(text: string, indent = text.match(/\n([ \t]*)[^\n]*$/)?.[1] ?? ''): string {
  return indent === '' ? text : text.replaceAll(`\n${indent}`, '\n');
}

/** The white space before a place on its line. */
export function indentAt(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return before.trim() === '' ? before : '';
}
