const template = '`';
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', [template]: '}' };
const regexpAfter = new Set('(,=:[!&|?{;+-*%~^<>');
const regexpAfterWord = /\b(?:return|typeof|case|in|of|delete|void|throw|new|do|else|await|yield)$/;
/** So many levels cost little, and people write them. */
const freeLevels = 3;
const highestPower = 30;

/**
 * How often a parser of TypeScript may read something again: it tries what an angle could mean one after the other, and
 * within each other these trials multiply. An upper bound from brackets alone; literals and comments are stepped over.
 */
export function parsingEffort(text: string): number {
  const levels = new OpenLevels();
  let effort = 0;
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    const literalEnd = skipLiteral(text, at);
    const closed = literalEnd > at ? null : levels.read(character);
    const mayRepeat = literalEnd === at && (character === '<' || closers[character] !== undefined);
    if (mayRepeat && levels.angles > freeLevels) effort += 2 ** Math.min(highestPower, levels.angles);
    const isTemplate = character === template || closed === template;
    at = closed === template ? skipTemplate(text, at + 1) : Math.max(literalEnd, at + 1);
    if (isTemplate && text.charAt(at - 1) === '{') levels.open(template);
  }
  return effort;
}

interface Level {
  readonly opener: string;
  /** Whether an angle stands in it, in the statement that is being read: then what follows may be read twice. */
  hasAngle: boolean;
}

/** The brackets, and expressions in templates, that are open. */
class OpenLevels {
  readonly #levels: Level[] = [];
  #innermost: Level = { opener: '', hasAngle: false };
  #angles = 0;

  /** How many of them hold an angle. */
  get angles(): number {
    return this.#angles;
  }

  open(opener: string): void {
    this.#levels.push(this.#innermost);
    this.#innermost = { opener, hasAngle: false };
  }

  /** What a character outside of literals closes; null if nothing. */
  read(character: string): string | null {
    const { opener } = this.#innermost;
    if (character === '<') this.#note(true);
    else if (character === ';') this.#note(false);
    else if (closers[character] !== undefined) this.open(character);
    else if (closers[opener] === character) return this.#close();
    return null;
  }

  #note(hasAngle: boolean): void {
    if (this.#innermost.hasAngle === hasAngle) return;
    this.#innermost.hasAngle = hasAngle;
    this.#angles += hasAngle ? 1 : -1;
  }

  #close(): string {
    const { opener } = this.#innermost;
    this.#note(false);
    this.#innermost = this.#levels.pop() ?? this.#innermost;
    return opener;
  }
}

const strings: Readonly<Record<string, RegExp>> = {
  "'": /'(?:\\[\s\S]|[^'\\\n])*'/y,
  '"': /"(?:\\[\s\S]|[^"\\\n])*"/y,
};
const regexp = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n]){0,300}\]|[^/\\[\n]){1,300}\//y;

/** Where the comment, string, template or regular expression that starts here ends; the place itself if none does. */
function skipLiteral(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '`') return skipTemplate(text, at + 1);
  const string = strings[character];
  if (string !== undefined) return matchAt(string, text, at) ?? at;
  if (character !== '/') return at;
  const next = text.charAt(at + 1);
  if (next === '/') return behind(text, text.indexOf('\n', at), 0);
  if (next === '*') return behind(text, text.indexOf('*/', at + 2), 2);
  return mayStartRegexp(text, at) ? (matchAt(regexp, text, at) ?? at) : at;
}

/** Behind the backtick that ends it, or behind the `${` of an expression in it. */
function skipTemplate(text: string, at: number): number {
  for (let end = at; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === '\\') end += 1;
    else if (character === '`') return end + 1;
    else if (character === '$' && text.charAt(end + 1) === '{') return end + 2;
  }
  return text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function behind(text: string, found: number, width: number): number {
  return found === -1 ? text.length : found + width;
}

/** By what stands before it: after a value a slash divides. */
function mayStartRegexp(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  return before === '' || regexpAfter.has(before.at(-1) ?? '') || regexpAfterWord.test(before);
}
