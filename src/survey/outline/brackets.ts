import { skipLiteral, skipTemplate } from './literals.ts';

/** A module of ECMAScript seen by its brackets alone. */
export interface BracketView {
  /** The text without what lies within more than two braces: bodies within bodies. Every character keeps its place. */
  readonly shallow: string;
  /** An upper bound of how often a parser that tries one reading after the other reads something again. */
  readonly effort: number;
}

const closerOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>', $: '}', '=': '}' };
const opening = new Set(['(', '[', '{', '<']);
const keptBraces = 2;
const highestPower = 30;

/**
 * Reads brackets without parsing: comments, strings, templates and regular expressions are stepped over. It may be wrong
 * about a regular expression, or about text in JSX; what comes out is then refused by the parser, and nothing worse.
 */
export function viewBrackets(text: string): BracketView {
  const reading = new BracketReading(text);
  for (let at = 0; at < text.length; ) at = reading.step(at);
  return reading.end();
}

class BracketReading {
  readonly #text: string;
  readonly #pieces: string[] = [];
  /** Open brackets; `$` is an expression within a template, `=` a brace of JSX that may not be empty. */
  readonly #open: string[] = [];
  #braces = 0;
  #blankFrom = -1;
  #done = 0;
  #effort = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads what stands here; says where to go on. */
  step(at: number): number {
    const character = this.#text.charAt(at);
    if (character === '`') return this.#readTemplate(at + 1);
    const end = skipLiteral(this.#text, at);
    if (end > at) return end;
    if (opening.has(character)) this.#push(this.#isFilled(character, at) ? '=' : character, at);
    else if (character === ';') this.#dropAngles();
    else if (character === '>') this.#closeAngle(at);
    else if (character === ')' || character === ']' || character === '}') return this.#close(character, at);
    return at + 1;
  }

  end(): BracketView {
    const isOpen = this.#blankFrom !== -1;
    this.#pieces.push(isOpen ? this.#text.slice(this.#done, this.#blankFrom) : this.#text.slice(this.#done));
    return { shallow: this.#pieces.join(''), effort: this.#effort };
  }

  #push(opener: string, at: number): void {
    this.#open.push(opener);
    if (this.#blankFrom === -1) this.#effort += 2 ** Math.min(highestPower, this.#open.length);
    if (opener !== '{') return;
    this.#braces += 1;
    if (this.#braces > keptBraces && this.#blankFrom === -1) this.#blankFrom = at + 1;
  }

  /** The value of an attribute, and what is spread. */
  #isFilled(character: string, at: number): boolean {
    return character === '{' && (this.#text.charAt(at - 1) === '=' || this.#text.startsWith('...', at + 1));
  }

  /** An angle may be a comparison, which nothing closes. */
  #dropAngles(): void {
    while (this.#open.at(-1) === '<') this.#open.pop();
  }

  #closeAngle(at: number): void {
    if (this.#open.at(-1) === '<' && this.#text.charAt(at - 1) !== '=') this.#open.pop();
  }

  #close(closer: string, at: number): number {
    this.#dropAngles();
    const opener = this.#open.at(-1);
    if (opener === undefined || closerOf[opener] !== closer) return at + 1;
    this.#open.pop();
    if (opener === '$') return this.#readTemplate(at + 1);
    if (opener === '{') this.#closeBrace(at);
    return at + 1;
  }

  #closeBrace(at: number): void {
    this.#braces -= 1;
    if (this.#braces !== keptBraces || this.#blankFrom === -1) return;
    const inner = this.#text.slice(this.#blankFrom, at);
    this.#pieces.push(this.#text.slice(this.#done, this.#blankFrom), inner.replace(/[^\n]/g, ' '));
    this.#done = at;
    this.#blankFrom = -1;
  }

  #readTemplate(at: number): number {
    const end = skipTemplate(this.#text, at);
    if (this.#text.charAt(end - 1) === '{') this.#push('$', end);
    return end;
  }
}
