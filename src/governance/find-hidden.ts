import { escapeUnsafe } from '../model/text.ts';

/** Something in a text that its readers do not see on the page; the excerpt shows it in one line. */
export interface HiddenText {
  readonly line: number;
  readonly kind: HiddenKind;
  readonly excerpt: string;
}

type HiddenKind = 'comment' | 'zero-width' | 'bidi' | 'tag-characters' | 'control' | 'collapsed';

const mostListed = 50;
const longestExcerpt = 200;
/** How many characters are shown before a hidden one. */
const lead = 40;

/** Letters without a shape; a joiner between the parts of an emoji hides nothing. */
const zeroWidth = '[\\u00ad\\u115f\\u1160\\u180e\\u200b\\u200c\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0]';
const strayJoiner = '(?<!\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d';

const characterKinds: readonly (readonly [HiddenKind, RegExp])[] = [
  ['zero-width', new RegExp(`${zeroWidth}|${strayJoiner}`, 'u')],
  ['bidi', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u],
  ['tag-characters', /[\u{e0000}-\u{e007f}]|(?:[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]){2}/u],
  ['control', /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/u],
];

/** No line without one of these has a hidden character: most lines are done by one look. */
const suspicious = /[^\t\n\r -~]/;

/** Tags of which nothing is shown, or only on a click. */
const collapsedTag = /^<(?:details|template|script|style|noscript)(?![\w-])/i;
const hiddenAttribute =
  /\shidden(?![\w-])|display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|(?:font-size|opacity)\s{0,9}:\s{0,9}0(?![.\d])/i;
/** `[//]: # (text)`: a link that leads nowhere, in use as a comment. */
const deadLink = /^ {0,3}\[[^\]\n]{0,200}\]:[ \t]{0,9}(?:#|<>)(?=[ \t])/gm;

interface Place {
  readonly at: number;
  readonly kind: HiddenKind;
  /** Where the excerpt begins and ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * At most fifty, in their order; if there are more, the last one says how many. Of characters the first of each kind on a
 * line is listed. What stands in a block of code is listed, too: whether it is seen is up to whoever renders the page.
 */
export function findHiddenText(text: string): HiddenText[] {
  const starts = lineStarts(text);
  const places = [...findComments(text), ...findTags(text), ...findCharacters(text, starts)];
  const listed = places.sort((a, b) => a.at - b.at).slice(0, mostListed);
  const more = places.length - listed.length;
  return listed.map(({ at, kind, from, to }, index) => {
    const note = more > 0 && index === listed.length - 1 ? `(and ${more} more from here on) ` : '';
    return { line: countStarts(starts, at), kind, excerpt: shorten(note + reveal(text.slice(from, to))) };
  });
}

/** A comment that is never closed hides all the rest. */
function findComments(text: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf('<!--'); at >= 0; ) {
    const closer = text.indexOf('-->', at + 2);
    const end = closer < 0 ? text.length : closer + 3;
    places.push(placeAt(at, 'comment', end));
    at = text.indexOf('<!--', end);
  }
  for (const { index } of text.matchAll(deadLink)) places.push(placeAt(index, 'comment', text.indexOf('\n', index)));
  return places;
}

function findTags(text: string): Place[] {
  const tags = [...text.matchAll(/<[a-z][^<>]*/gi)];
  return tags
    .filter(([tag]) => collapsedTag.test(tag) || hiddenAttribute.test(tag))
    .map(({ index }) => placeAt(index, 'collapsed', -1));
}

function findCharacters(text: string, starts: readonly number[]): Place[] {
  return starts.flatMap((start, line) => {
    const end = starts[line + 1] ?? text.length;
    const source = withoutMark(text.slice(start, end), start);
    if (!suspicious.test(source)) return [];
    return characterKinds.flatMap(([kind, pattern]) => {
      const found = pattern.exec(source);
      if (found === null) return [];
      const at = start + found.index;
      return [{ at, kind, from: Math.max(start, at - lead), to: Math.min(end, at + longestExcerpt) }];
    });
  });
}

/** A mark at the very start of a file says how it is encoded, and hides nothing. */
function withoutMark(source: string, start: number): string {
  return start === 0 ? source.replace(/^\ufeff/, ' ') : source;
}

/** `end` is where the hidden text ends, if that is known. */
function placeAt(at: number, kind: HiddenKind, end: number): Place {
  const most = at + longestExcerpt;
  return { at, kind, from: at, to: end < at ? most : Math.min(end, most) };
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ index, 0: end }) => index + end.length)];
}

/** How many lines begin at or before a place: its line, from 1. */
function countStarts(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function reveal(text: string): string {
  return escapeUnsafe(text.toWellFormed().replace(/[\t\r\n ]+/g, ' '))
    .replace(/[\u115f\u1160\u2065\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu, toEscape)
    .trim();
}

function toEscape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function shorten(text: string): string {
  return text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt - 1)}…`;
}
