import { makeDraft, readDraftContent } from '../../governance/lld/draft-form.ts';
import { looksLikeLld, parseLld } from '../../governance/lld/parse-lld.ts';
import { renderLld } from '../../governance/lld/render-lld.ts';
import { splitLines } from '../../governance/lld/source-lines.ts';
import { lldTemplate } from '../../governance/lld/template.ts';
import { parseBlocks } from '../../governance/markdown.ts';
import { readDesign } from './frame.ts';
import { mostReplyChars } from './unreadable.ts';

export type DraftReply = { readonly design: string } | { readonly reason: string };

/** The design in a reply to a draft: the content of one as JSON, or the whole document. */
export function readDraftReply(reply: string, name: { readonly issue: string; readonly title: string }): DraftReply {
  const reading = readDraftContent(reply);
  if ('content' in reading) return { design: readDesign(renderLld(makeDraft(reading.content, name))) };
  const whole = readWholeDesign(reply);
  return 'design' in whole || !reply.includes('{') ? whole : reading;
}

/** The design that a reply is as a whole, or why there is none that could be checked: empty, something else, or cut off. */
export function readWholeDesign(reply: string): DraftReply {
  if (reply.trim() === '') return { reason: 'it is empty' };
  if (reply.length > mostReplyChars) return { reason: `it has more than ${mostReplyChars} characters` };
  const text = unwrap(reply.toWellFormed());
  if (looksLikeJson(text) || !looksLikeLld(parseBlocks(text)))
    return { reason: 'it is not a design with our sections' };
  const last = lldTemplate.at(-1)?.number;
  const document = parseLld(text);
  if (!document.sections.some(({ number }) => number === last)) {
    return { reason: `it ends before section ${last}, as if it was cut off` };
  }
  return { design: readDesign(text) };
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:`{3,}json\s+)?\{/i.test(text);
}

const wrapping = /^\s*(`{3,}|~{3,})\s*(?:markdown|md)?\s*$/i;

/**
 * A reply that is one block of code, with nothing but words before and behind it, is what stands in it. Its end is the last
 * one that it can have: a design has blocks of its own, with marks that are as long.
 */
function unwrap(text: string): string {
  const lines = splitLines(text);
  const start = lines.findIndex((line) => /^\s{0,3}#/.test(line) || wrapping.test(line));
  const [, mark] = wrapping.exec(lines[start] ?? '') ?? [];
  const end = lines.findLastIndex((line) => line.trim() === mark);
  return end > start ? lines.slice(start + 1, end).join('\n') : text;
}
