import * as z from 'zod/mini';
import { quoteSafely } from '../../model/text.ts';
import { listOf, namedNumber, shortText } from '../reply-bounds.ts';
import { readJsonReply } from '../reply-format.ts';
import { diffLines } from './edits-diff.ts';
import { readEscapes } from './edits-escapes.ts';
import { PassageFinder } from './edits-passage.ts';
import { addressRegions, type Region, type SplitText, splitRegions } from './edits-regions.ts';
import { BodyGuard, emptied } from './edits-shape.ts';
import { splitLines } from './source-lines.ts';

const editSchema = z.object({
  /** Numbers of the findings that it answers. */
  answers: listOf(namedNumber(), 1000),
  section: shortText(),
  /** Null stands for the whole body. */
  find: z.nullable(z.string()),
  replace: z.string(),
});

/** What a drafter replies to findings. */
export const editsSchema = z.object({
  edits: listOf(editSchema, 100),
  declined: listOf(z.object({ finding: namedNumber(), reason: shortText() }), 1000),
});

export type Edit = z.infer<typeof editSchema>;
export type Edits = z.infer<typeof editsSchema>;

/**
 * `section` is the number of the section, or of the one that it is part of; else its title. `before` and `after` are
 * the lines that differ.
 */
export interface AppliedEdit {
  readonly section: string;
  readonly answers: readonly number[];
  readonly before: string;
  readonly after: string;
}

/** `reason` is a sentence that its drafter can act on. */
export interface FailedEdit {
  readonly edit: Edit;
  readonly reason: string;
}

export interface EditedText {
  readonly text: string;
  readonly applied: readonly AppliedEdit[];
  readonly failed: readonly FailedEdit[];
}

export function readEdits(reply: string): { readonly revision: Edits } | { readonly reason: string } {
  const reading = readJsonReply(reply, editsSchema);
  return 'reason' in reading ? reading : { revision: reading.data };
}

/**
 * Each edit once, for all findings that it is given for, without those that were made before: most of what is added stands
 * behind words that stay, and would be added again.
 */
export function dropRepeats(edits: readonly Edit[], made: readonly Edit[]): Edit[] {
  const known = new Set(made.map(keyOf));
  const fresh = Map.groupBy(
    edits.filter((edit) => !known.has(keyOf(edit))),
    keyOf,
  );
  return [...fresh.values()].flatMap((same) =>
    same.slice(0, 1).map((edit) => ({ ...edit, answers: joinAnswers(same) })),
  );
}

function keyOf({ section, find, replace }: Edit): string {
  return JSON.stringify([section, find, replace]);
}

function joinAnswers(edits: readonly Edit[]): number[] {
  return [...new Set(edits.flatMap(({ answers }) => answers))];
}

/** Far more than any design has. */
const mostChars = 1024 * 1024;

/**
 * Makes the edits in their order; one that cannot be made is left out, and told. Contract: everything outside the bodies
 * of the sections that edits name (header, title, every heading, other sections, appendix) stays byte for byte, and the
 * document has the same sections afterwards.
 */
export function applyEdits(text: string, edits: readonly Edit[]): EditedText {
  const split = splitRegions(text);
  const guard = new BodyGuard(split.regions, split.pieces);
  const once = makeAll(text, edits, split, null);
  // Each body is read once, at the end; only one that came out wrong is gone through edit by edit.
  const wrong = guard.findWrong(once.pieces);
  const { pieces, applied, failed } = wrong.size === 0 ? once : makeAll(text, edits, split, { guard, wrong });
  return { text: pieces.join(''), applied, failed };
}

interface Care {
  readonly guard: BodyGuard;
  /** The pieces of which every change is looked at. */
  readonly wrong: ReadonlySet<number>;
}

type AllMade = Omit<EditedText, 'text'> & { readonly pieces: string[] };

function makeAll(text: string, edits: readonly Edit[], split: SplitText, care: Care | null): AllMade {
  const pieces = [...split.pieces];
  const finder = new PassageFinder();
  const lineEnd = /\r\n?|\n/.exec(text)?.[0] ?? '\n';
  const applied: AppliedEdit[] = [];
  const failed: FailedEdit[] = [];
  let { length } = text;
  for (const edit of edits) {
    const made = makeEdit(edit, { regions: split.regions, pieces, lineEnd, finder });
    const old = 'reason' in made ? '' : (pieces[made.region.piece] ?? '');
    const reason = 'reason' in made ? made.reason : objectTo(made, old, length, care);
    if (reason !== null || 'reason' in made) {
      failed.push({ edit, reason: reason ?? '' });
      continue;
    }
    const { region, body } = made;
    const section = region.section.number ?? region.parent ?? region.section.title;
    applied.push({ section, answers: edit.answers, ...diffLines(old, made) });
    pieces[region.piece] = body;
    length += body.length - old.length;
  }
  return { pieces, applied, failed };
}

function objectTo({ region, body }: Change, old: string, length: number, care: Care | null): string | null {
  if (body === old) return 'it changes nothing';
  if (body.trim() === '') return emptied;
  if (length + body.length - old.length > mostChars && body.length > old.length)
    return `it would make the document longer than ${mostChars} characters`;
  return care?.wrong.has(region.piece) ? care.guard.check(region, body) : null;
}

/** A new body, and which part of the old one it differs in. */
interface Change {
  readonly region: Region;
  readonly body: string;
  readonly start: number;
  readonly end: number;
}

type Made = Change | { readonly reason: string };

/** What an edit is made in. */
interface Place {
  readonly regions: readonly Region[];
  readonly pieces: readonly string[];
  readonly lineEnd: string;
  readonly finder: PassageFinder;
}

function makeEdit(edit: Edit, { regions, pieces, lineEnd, finder }: Place): Made {
  const { own, nested, numbered } = addressRegions(edit.section, regions);
  if (own.length === 0) return { reason: describeSections(edit.section, regions) };
  const named = [...own, ...nested, ...numbered];
  const near = own.length + nested.length;
  const shown = named.map(({ piece }) => pieces[piece] ?? '');
  const find = edit.find && readEscapes(edit.find, shown);
  const written = readEscapes(edit.replace, shown).toWellFormed().replaceAll('\0', '\uFFFD');
  const replace = splitLines(written).join(lineEnd);
  const made =
    find === null
      ? replaceBody(own, pieces, replace, lineEnd)
      : replacePassage(named, pieces, replace, (bodies) => finder.find(bodies, find, near));
  if ('reason' in made) return made;
  const old = pieces[made.region.piece] ?? '';
  return /[\r\n]$/.test(old.slice(-1)) && !/[\r\n]$/.test(made.body.slice(-1))
    ? { ...made, body: made.body + lineEnd, end: old.length }
    : made;
}

function replaceBody(own: readonly Region[], pieces: readonly string[], replace: string, lineEnd: string): Made {
  const [region, ...others] = own;
  if (region === undefined || others.length > 0) return { reason: 'the document has this section more than once' };
  const old = pieces[region.piece] ?? '';
  const whole = { region, start: 0, end: old.length };
  const [lead = ''] = /^\s*(?:\r\n?|\n)/.exec(old) ?? [];
  const body = replace.replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '').trimEnd();
  if (body === '') return { reason: emptied };
  if (old.trim() === '') return { ...whole, body: `${lineEnd}${body}${lineEnd}${old || lineEnd}` };
  return { ...whole, body: lead + body + old.slice(old.trimEnd().length) };
}

function replacePassage(
  regions: readonly Region[],
  pieces: readonly string[],
  replace: string,
  find: (bodies: readonly string[]) => ReturnType<PassageFinder['find']>,
): Made {
  const bodies = regions.map(({ piece }) => pieces[piece] ?? '');
  const found = find(bodies);
  if ('reason' in found) return found;
  const region = regions[found.body];
  const old = bodies[found.body] ?? '';
  if (region === undefined) return { reason: 'it was not found' };
  const { start, end } = replace === '' ? wholeLines(old, found) : found;
  return { region, body: old.slice(0, start) + replace + old.slice(end), start, end };
}

/** A line of which nothing stays goes with its end: an empty one would cut a table or a list in two. */
function wholeLines(body: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const isStart = start === 0 || /[\r\n]/.test(body[start - 1] ?? '');
  const [rest] = /^[ \t]*(?:\r\n?|\n)/.exec(body.slice(end, end + 200)) ?? [];
  return isStart && rest !== undefined ? { start, end: end + rest.length } : { start, end };
}

function describeSections(written: string, regions: readonly Region[]): string {
  const names = regions.map(({ section }) => section.number ?? `"${section.title}"`);
  const known = [...new Set(names)].slice(0, 40).join(', ');
  return `there is no section ${quoteSafely(written)}: name one of ${known || 'none, for the document has no section'}`;
}
