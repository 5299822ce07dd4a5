import * as z from 'zod/mini';
import { quoteSafely } from '../../model/text.ts';
import { readJsonReply } from '../reply-format.ts';
import { findPassage } from './edits-passage.ts';
import { addressRegions, type Region, splitRegions } from './edits-regions.ts';
import { checkBody } from './edits-shape.ts';
import { splitLines } from './source-lines.ts';

const editSchema = z.object({
  /** Numbers of the findings that it answers. */
  answers: z.array(z.int()),
  section: z.string(),
  /** Null stands for the whole body. */
  find: z.nullable(z.string()),
  replace: z.string(),
});

/** What a drafter replies to findings. */
export const editsSchema = z.object({
  edits: z.array(editSchema),
  declined: z.array(z.object({ finding: z.int(), reason: z.string() })),
});

export type Edit = z.infer<typeof editSchema>;
export type Edits = z.infer<typeof editsSchema>;

/** `section` is the number of the section, or of the one that it is part of; else its title. `before` and `after` are the lines that differ. */
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

/** A revision of a whole document has far fewer; each one costs a reading of its section. */
const mostEdits = 100;

export function readEdits(reply: string): { readonly revision: Edits } | { readonly reason: string } {
  const reading = readJsonReply(reply, editsSchema);
  if ('reason' in reading) return reading;
  if (reading.data.edits.length > mostEdits) return { reason: `it has more than ${mostEdits} edits` };
  return { revision: reading.data };
}

/**
 * Makes the edits in their order; one that cannot be made is left out, and told. Contract: everything outside the bodies
 * of the sections that edits name (header, title, every heading, other sections, appendix) stays byte for byte, and the
 * document has the same sections afterwards.
 */
export function applyEdits(text: string, edits: readonly Edit[]): EditedText {
  const { pieces, regions } = splitRegions(text);
  const lineEnd = /\r\n?|\n/.exec(text)?.[0] ?? '\n';
  const applied: AppliedEdit[] = [];
  const failed: FailedEdit[] = [];
  for (const edit of edits) {
    const made = makeEdit(edit, regions, pieces, lineEnd);
    if ('reason' in made) {
      failed.push({ edit, reason: made.reason });
      continue;
    }
    const { region, body } = made;
    const section = region.section.number ?? region.parent ?? region.section.title;
    applied.push({ section, answers: edit.answers, ...diffLines(pieces[region.piece] ?? '', body) });
    pieces[region.piece] = body;
  }
  return { text: pieces.join(''), applied, failed };
}

type Made = { readonly region: Region; readonly body: string } | { readonly reason: string };

function makeEdit(edit: Edit, regions: readonly Region[], pieces: readonly string[], lineEnd: string): Made {
  const places = addressRegions(edit.section, regions);
  if (places.own.length === 0) return { reason: describeSections(edit.section, regions) };
  const replace = splitLines(edit.replace.toWellFormed().replaceAll('\0', '\uFFFD')).join(lineEnd);
  const made =
    edit.find === null
      ? replaceBody(places.own, pieces, replace, lineEnd)
      : replacePassage([...places.own, ...places.nested], pieces, edit.find, replace);
  if ('reason' in made) return made;
  const { region } = made;
  const old = pieces[region.piece] ?? '';
  const body = /[\r\n]$/.test(old) && !/[\r\n]$/.test(made.body) ? made.body + lineEnd : made.body;
  if (body === old) return { reason: 'it changes nothing' };
  const objection = checkBody(old, body, region.followedBy);
  return objection === null ? { region, body } : { reason: objection };
}

function replaceBody(own: readonly Region[], pieces: readonly string[], replace: string, lineEnd: string): Made {
  const [region, ...others] = own;
  if (region === undefined || others.length > 0) return { reason: 'the document has this section more than once' };
  const old = pieces[region.piece] ?? '';
  const [lead = ''] = /^\s*(?:\r\n?|\n)/.exec(old) ?? [];
  const body = replace.replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '').trimEnd();
  if (old.trim() === '') return { region, body: `${lineEnd}${body}${lineEnd}${old || lineEnd}` };
  return { region, body: lead + body + old.slice(old.trimEnd().length) };
}

function replacePassage(regions: readonly Region[], pieces: readonly string[], find: string, replace: string): Made {
  const bodies = regions.map(({ piece }) => pieces[piece] ?? '');
  const found = findPassage(bodies, find);
  if ('reason' in found) return found;
  const region = regions[found.body];
  const old = bodies[found.body] ?? '';
  if (region === undefined) return { reason: 'it was not found' };
  const { start, end } = replace === '' ? wholeLines(old, found) : found;
  return { region, body: old.slice(0, start) + replace + old.slice(end) };
}

/** A line of which nothing stays goes with its end: an empty one would cut a table or a list in two. */
function wholeLines(body: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const isStart = start === 0 || /[\r\n]/.test(body[start - 1] ?? '');
  const [rest] = /^[ \t]*(?:\r\n?|\n)/.exec(body.slice(end, end + 200)) ?? [];
  return isStart && rest !== undefined ? { start, end: end + rest.length } : { start, end };
}

/** The lines between those that both texts begin and end with. */
function diffLines(before: string, after: string): Pick<AppliedEdit, 'before' | 'after'> {
  const [old, young] = [splitLines(before), splitLines(after)];
  const most = Math.min(old.length, young.length);
  let head = 0;
  while (head < most && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-tail - 1) === young.at(-tail - 1)) tail += 1;
  const cut = (lines: string[]) => lines.slice(head, lines.length - tail).join('\n');
  return { before: cut(old), after: cut(young) };
}

function describeSections(written: string, regions: readonly Region[]): string {
  const names = regions.map(({ section }) => section.number ?? `"${section.title}"`);
  const known = [...new Set(names)].slice(0, 40).join(', ');
  return `there is no section ${quoteSafely(written)}: name one of ${known || 'none, for the document has no section'}`;
}
