import { findDestinationEnd, readTag } from './markup-ends.ts';

/** Where something begins of which not everything is seen. */
const marks = /\\[!-/:-@[-`{-~]|`+|~+|<|!\[|\]\(|\]\[/g;
const struck: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const unseen: ReadonlySet<string> = new Set(['template', 'script', 'style', 'noscript', 'iframe', 'object']);
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo code em font i ins kbd mark q small span strong sub sup u'.split(' '),
);
const hiddenAttribute = /\shidden(?![\w-])|display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden/i;
/** So many openers without an end stand in no text that was written to be read: the rest of it is taken as unseen. */
const mostOpen = 20;

/**
 * What a reader of the rendered page takes as said: without comments, struck text, tags and their attributes, pictures,
 * and where links lead. Code stays as it is written. Takes time linear in the text.
 */
export function readableText(text: string): string {
  return /[<`~\]]/.test(text) ? new Reader(text).read().trim() : text.trim();
}

class Reader {
  readonly #text: string;
  readonly #parts: string[] = [];
  /** What stands nowhere behind a place stands nowhere behind a later one. */
  readonly #absent = new Set<string>();
  /** Where runs of backticks stand, by their length, the last one first. */
  readonly #runs = new Map<number, number[]>();
  #done = 0;
  #open = 0;

  constructor(text: string) {
    this.#text = text;
    for (const { 0: run, index } of Array.from(text.matchAll(/`+/g)).reverse()) {
      const places = this.#runs.get(run.length);
      if (places === undefined) this.#runs.set(run.length, [index]);
      else places.push(index);
    }
  }

  read(): string {
    const scan = new RegExp(marks);
    for (let found = scan.exec(this.#text); found !== null; found = scan.exec(this.#text)) {
      const end = this.#pass(found[0], found.index);
      scan.lastIndex = Math.max(end, found.index + found[0].length);
      if (this.#open > mostOpen) return this.#parts.join('');
    }
    return this.#parts.join('') + this.#text.slice(this.#done);
  }

  /** Leaves out what is not seen from a mark on, and tells where to go on. */
  #pass(mark: string, at: number): number {
    if (mark.startsWith('\\')) return at + 2;
    if (mark.startsWith('`')) return this.#endOfCode(mark, at);
    if (mark.startsWith('~')) return this.#leaveOut(at, this.#endOfStruck(mark, at + mark.length));
    if (mark === '![') return this.#leaveOut(at, this.#endAfter(']', at + 2, 0));
    if (mark === '][') return this.#leaveOut(at + 1, this.#endAfter(']', at + 2));
    if (mark === '](') return this.#leaveOut(at + 1, this.#note(findDestinationEnd(this.#text, at + 2)));
    if (this.#text.startsWith('<!--', at)) return this.#leaveOut(at, this.#endAfter('-->', at + 2));
    return this.#passTag(at);
  }

  #passTag(at: number): number {
    const tag = readTag(this.#text, at);
    if (tag === null || this.#note(tag.end) === null || tag.end === null) return at;
    const { name, isClosing, end } = tag;
    const isHidden = unseen.has(name) || hiddenAttribute.test(this.#text.slice(at, end));
    if (isClosing || !(isHidden || struck.has(name))) return this.#leaveOut(at, end, inline.has(name) ? '' : '\n');
    const closer = this.#endOfElement(name, end);
    return this.#leaveOut(at, closer ?? (isHidden ? this.#text.length : end));
  }

  #endOfElement(name: string, from: number): number | null {
    if (this.#absent.has(`</${name}`)) return null;
    const closer = new RegExp(`</${name}\\s*>`, 'gi');
    closer.lastIndex = from;
    if (closer.exec(this.#text) !== null) return closer.lastIndex;
    this.#absent.add(`</${name}`);
    return null;
  }

  /** A run of backticks is closed by the next one that is as long. */
  #endOfCode({ length }: string, at: number): number {
    const places = this.#runs.get(length) ?? [];
    while ((places.at(-1) ?? at + 1) <= at) places.pop();
    return (places.at(-1) ?? at) + length;
  }

  /** One tilde strikes out only if it stands at words on both ends; of more, as many as there are close. */
  #endOfStruck(mark: string, from: number): number | null {
    const isOne = mark === '~';
    if (this.#absent.has(isOne ? '~' : '~~') || (isOne && /^[\s/]?$/.test(this.#text.charAt(from)))) return null;
    const closer = isOne ? /(?<![\s~])~(?![~\w/])/g : /~{2,}/g;
    closer.lastIndex = from;
    if (closer.exec(this.#text) !== null) return closer.lastIndex;
    this.#absent.add(isOne ? '~' : '~~');
    return null;
  }

  /** Behind the closer, or so far into it. */
  #endAfter(closer: string, from: number, into = closer.length): number | null {
    if (this.#absent.has(closer)) return null;
    const at = this.#text.indexOf(closer, from);
    if (at < 0) this.#absent.add(closer);
    return at < 0 ? null : at + into;
  }

  #note(end: number | null): number | null {
    if (end === null) this.#open += 1;
    return end;
  }

  /** Without an end it is what it looks like: text. */
  #leaveOut(from: number, end: number | null, instead = ' '): number {
    if (end === null) return from;
    this.#parts.push(this.#text.slice(this.#done, from), instead);
    this.#done = end;
    return end;
  }
}
