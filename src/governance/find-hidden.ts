import { dropHidden, scanHidden } from '../model/hidden-characters.ts';
import { cutText, escapeUnsafe } from '../model/text.ts';
import { listLineStarts } from './lld/source-lines.ts';

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

/** What is hidden and none of these has no width. */
const characterKinds: readonly (readonly [HiddenKind, RegExp])[] = [
  ['bidi', /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u],
  ['tag-characters', /[\u180b-\u180d\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u],
  ['control', /[\p{Cc}\u2028\u2029\ufff9-\ufffc]/u],
];
const countOfKinds = characterKinds.length + 1;

/** Tags of which nothing is shown, or only on a click. */
const collapsedTag = /^<(?:details|template|script|style|noscript)(?![\w-])/i;
const hiddenAttribute =
  /\shidden(?![\w-])|display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|(?:font-size|opacity)\s{0,9}:\s{0,9}0(?![.\d])/i;
/** A tag that begins a block of HTML is never closed by the end of a paragraph: it swallows what comes after. */
const blockTag =
  /^<(?:address|article|aside|blockquote|center|dd|dialog|dir|div|dl|dt|fieldset|figure|footer|form|frame|h[1-6]|header|hr|iframe|legend|li|link|main|menu|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?![\w-])/i;
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
  const starts = listLineStarts(text);
  return listPlaces(text, starts, [...findMarkup(text), ...findCharacters(text, starts)]);
}

/** The same without characters: comments, and tags that hide or swallow what stands around them. */
export function findHiddenMarkup(text: string): HiddenText[] {
  return listPlaces(text, listLineStarts(text), findMarkup(text));
}

function listPlaces(text: string, starts: readonly number[], places: Place[]): HiddenText[] {
  const listed = places.sort((a, b) => a.at - b.at).slice(0, mostListed);
  const more = places.length - listed.length;
  return listed.map(({ at, kind, from, to }, index) => {
    const note = more > 0 && index === listed.length - 1 ? `(and ${more} more from here on) ` : '';
    return { line: countStarts(starts, at), kind, excerpt: shorten(note + reveal(text.slice(from, to))) };
  });
}

function findMarkup(text: string): Place[] {
  return [...findComments(text), ...findTags(text)];
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
  return [...text.matchAll(/<[a-z][^<>]*/gi)].flatMap(({ 0: tag, index }) => {
    if (swallows(tag, index, text)) return [placeAt(index, 'collapsed', -1)];
    const hides = collapsedTag.test(tag) || hiddenAttribute.test(tag);
    return hides ? [placeAt(index, 'collapsed', findClosing(tag, index, text))] : [];
  });
}

/** Where the element ends, or the comment in which its tag stands; -1 if that is not near. */
function findClosing(tag: string, index: number, text: string): number {
  const [name = ''] = /[\w-]+/.exec(tag) ?? [];
  const closing = new RegExp(`</${name}\\s{0,9}>|-->`, 'i').exec(text.slice(index, index + longestExcerpt));
  return closing === null ? -1 : index + closing.index + closing[0].length;
}

/** An attribute that is left open, or a block's tag that goes on over an empty line. */
function swallows(tag: string, index: number, text: string): boolean {
  if (tag.split('"').length % 2 === 0 && /=\s{0,9}$/.test(tag.slice(0, tag.lastIndexOf('"')))) return true;
  const isLineStart = /(?:^|[\r\n]) {0,3}$/.test(text.slice(Math.max(0, index - 4), index));
  return isLineStart && blockTag.test(tag) && /\n[ \t]*\n/.test(tag.replace(/\r\n?/g, '\n'));
}

/** The first of each kind on each line. */
function findCharacters(text: string, starts: readonly number[]): Place[] {
  return starts.flatMap((start, line) => {
    const end = starts[line + 1] ?? text.length;
    const places = new Map<HiddenKind, Place>();
    for (const { character, at } of scanHidden(withoutMark(text.slice(start, end).replace(/[\r\n]+$/, ''), start))) {
      const kind = characterKinds.find(([, pattern]) => pattern.test(character))?.[0] ?? 'zero-width';
      if (places.has(kind)) continue;
      const [from, to] = [Math.max(start, start + at - lead), Math.min(end, start + at + longestExcerpt)];
      places.set(kind, { at: start + at, kind, from, to });
      if (places.size === countOfKinds) break;
    }
    return [...places.values()];
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
  return escapeUnsafe(text.toWellFormed().replace(/[\t\r\n ]+/g, ' ')).trim();
}

/** What is cut off could have been the rest of an emoji. */
function shorten(text: string): string {
  const short = cutText(text, longestExcerpt);
  return short === text ? text : `${dropHidden(short.slice(0, -1).replace(/[\u200d\ufe0e\ufe0f]+$/u, ''))}…`;
}
