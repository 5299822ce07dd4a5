import { quoteSafely } from '../../model/text.ts';
import { findOccurrences } from '../occurrences.ts';
import { sharedPart, significantWords } from '../significant-words.ts';
import { asTyped } from '../typed-signs.ts';
import { splitLines } from './source-lines.ts';

/** A place in one of several bodies; `end` is exclusive. */
interface Passage {
  readonly body: number;
  readonly start: number;
  readonly end: number;
}

type Found = Passage | { readonly reason: string };

/** Nobody needs to know how many more there are. Places that overlap count each: which one is meant nobody knows. */
const mostCounted = 50;

/** What is known from one edit to the next: bodies are long, and most edits leave most of them alone. */
export class PassageFinder {
  readonly #folded = new Map<string, Folded>();
  #described = 0;

  /**
   * The one place where a text stands: in one of the first `near` bodies, or else in one behind them. A text that stands
   * nowhere word for word may still stand there with other white space (other line ends, spaces at the end of lines, lines
   * that were joined), with signs that look like those of a keyboard, or with accents that are spelt apart.
   */
  find(bodies: readonly string[], find: string, near: number): Found {
    if (find.trim() === '')
      return { reason: 'find holds no words: give the text to replace, or null for the whole body' };
    const close = this.#findAll(bodies.slice(0, near), find);
    const places =
      close.length > 0
        ? close
        : this.#findAll(bodies.slice(near), find).map((place) => ({ ...place, body: place.body + near }));
    const [place, ...others] = places;
    if (place === undefined) return { reason: this.#describe(bodies, find) };
    if (others.length === 0) return place;
    const count = places.length >= mostCounted ? `${mostCounted} times or more` : `${places.length} times`;
    return { reason: `find stands ${count} in this section: give more of the text around it` };
  }

  #findAll(bodies: readonly string[], find: string): Passage[] {
    const exact = bodies.flatMap((body, at) =>
      findOccurrences(body, find, mostCounted).map((start) => ({ body: at, start, end: start + find.length })),
    );
    return exact.length > 0 ? exact : this.#findFolded(bodies, find);
  }

  #findFolded(bodies: readonly string[], find: string): Passage[] {
    const words = foldSpaces(find.trim()).text;
    return bodies.flatMap((body, at) => {
      const { text, offsets } = this.#fold(body);
      return findOccurrences(text, words, mostCounted).map((start) => ({
        body: at,
        start: offsets[start] ?? 0,
        end: offsets[start + words.length] ?? body.length,
      }));
    });
  }

  #fold(body: string): Folded {
    const known = this.#folded.get(body);
    if (known !== undefined) return known;
    if (this.#folded.size >= mostFolded) this.#folded.clear();
    const folded = foldSpaces(body);
    this.#folded.set(body, folded);
    return folded;
  }

  #describe(bodies: readonly string[], find: string): string {
    this.#described += 1;
    return this.#described > mostDescribed ? notThere : describeClosest(bodies, find);
  }
}

const mostFolded = 4;
const mostDescribed = 10;
const notThere = 'find does not stand in this section';

interface Folded {
  readonly text: string;
  /** Where each character of the text stood; the last one is the end of what was folded. */
  readonly offsets: Uint32Array;
}

/** Composed, a text has at most so many times the characters that it was written with. */
const mostGrowth = 3;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Far more than any section has: each letter of a longer one would be looked at for each edit. */
const longestComposed = 100_000;

/** The text as it would be typed, each letter composed (NFC), each run of white space one space; and where all that stood. */
function foldSpaces(body: string): Folded {
  const isComposed = body.length > longestComposed || body.normalize('NFC') === body;
  const most = isComposed ? body.length : body.length * mostGrowth;
  const offsets = new Uint32Array(most + 1);
  const units = new Uint16Array(most);
  let length = 0;
  for (const { segment, index } of isComposed ? [{ segment: body, index: 0 }] : graphemes.segment(body)) {
    const typed = asTyped(isComposed ? segment : segment.normalize('NFC'));
    for (let at = 0; at < typed.length; at += 1) {
      const unit = Math.max(typed.charCodeAt(at), space);
      if (unit === space && length > 0 && units[length - 1] === space) continue;
      offsets[length] = typed.length === segment.length ? index + at : index;
      units[length] = unit;
      length += 1;
    }
  }
  offsets[length] = body.length;
  return { text: Buffer.from(units.buffer).toString('utf16le', 0, length * 2), offsets };
}

/** Every character up to it is white space, or controls nothing that is shown. */
const space = 0x20;

const mostChars = 20_000;
const mostWords = 60;
const longestLine = 1000;

/** What was probably meant: the line that has most of the words of the first one. */
function describeClosest(bodies: readonly string[], find: string): string {
  if (/^ {0,3}#{1,3}\s/m.test(find)) return 'find may hold no heading of a section, only text below it';
  const wanted = significantWords(splitLines(find.trim())[0] ?? '', mostWords);
  const lines = splitLines(bodies.join('\n').slice(0, mostChars));
  let best = { line: '', part: 0 };
  for (const line of lines) {
    const part = sharedPart(wanted, significantWords(line.slice(0, longestLine), mostWords));
    if (part > best.part) best = { line, part };
  }
  if (best.line.trim() === '') return notThere;
  return `${notThere}; the closest line is ${quoteSafely(best.line.trim())}`;
}
