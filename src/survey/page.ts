import { escapeUnsafe } from '../model/text.ts';

/** A text that never grows beyond its room. Blocks are taken whole or not at all. */
export class Page {
  readonly #blocks: string[] = [];
  #left: number;

  constructor(maxCharacters: number) {
    this.#left = Math.max(0, maxCharacters);
  }

  get left(): number {
    return this.#left;
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  get text(): string {
    return this.#blocks.join('');
  }

  /** Whether the block fitted, with the newline that ends it. */
  add(block: string): boolean {
    if (block.length + 1 > this.#left) return false;
    this.#blocks.push(block, '\n');
    this.#left -= block.length + 1;
    return true;
  }
}

/** The beginning of a text, with a sign that it goes on. Never cuts a character in two. */
export function clip(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = Math.max(0, maxCharacters - 1);
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return maxCharacters < 1 ? '' : `${text.slice(0, isSplit ? end - 1 : end)}…`;
}

/** Whole lines from the beginning of a text, as many as fit. */
export function clipLines(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  if (maxCharacters < 2) return '';
  const end = text.lastIndexOf('\n', maxCharacters - 2);
  return end === -1 ? clip(text, maxCharacters) : `${text.slice(0, end)}\n…`;
}

/** Text of the repository as it may be shown: one kind of line end, and nothing invisible. */
export function showText(text: string): string {
  return escapeUnsafe(text.replaceAll('\r\n', '\n'));
}

/** Lines of a file between fences that nothing in them can close. */
export function fence(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${text}\n${mark}`;
}
