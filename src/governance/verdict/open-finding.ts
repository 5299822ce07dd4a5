import { blankHiddenText } from '../blank-hidden.ts';
import type { Block } from '../markdown.ts';
import type { Section } from './section.ts';
import { parseStatement } from './statement.ts';
import type { OpenFinding } from './verdict.ts';
import { type Line, parseBox, visibleLines } from './verdict-line.ts';

/** The findings under the Tier headings: list items and check boxes that are not ticked, struck or "No issues found". */
export function listOpenFindings(sections: readonly Section[]): OpenFinding[] {
  return sections.flatMap(({ zone, blocks }) => {
    if (zone.kind !== 'tier') return [];
    return blocks.flatMap(entriesOf).flatMap(({ text, line }) => {
      const title = readOpenTitle(text);
      return title === null ? [] : [{ tier: zone.tier, title, line }];
    });
  });
}

function entriesOf(block: Block): Line[] {
  if (block.kind === 'list') {
    return block.items.flatMap(({ blocks: [lead], line }) =>
      lead?.kind === 'paragraph' || lead?.kind === 'heading' ? [{ text: blankHiddenText(lead.text).trim(), line }] : [],
    );
  }
  if (block.kind === 'table') return visibleLines([block]);
  return visibleLines([block]).filter(
    ({ text }) => block.kind === 'paragraph' && (parseBox(text) !== null || text.startsWith('**')),
  );
}

/** The title of an open finding; null for one that is resolved, or that says there is nothing to find. */
function readOpenTitle(text: string): string | null {
  const box = parseBox(text);
  const body = (box?.label ?? text).trim();
  if (box?.isTicked === true || body === '' || body.startsWith('~~')) return null;
  if (box !== null && parseStatement(body).word !== null) return null;
  const title = readBoldTitle(body);
  if (title !== null) return unescapeMarks(title);
  return saysNothingFound(body.replace(/[*_()]|\p{Extended_Pictographic}|\uFE0F/gu, '').trim())
    ? null
    : unescapeMarks(firstWords(body));
}

/** The lead of `**Title:** detail`; a colon inside the bold text or right after it makes it a title. */
function readBoldTitle(body: string): string | null {
  if (!body.startsWith('**')) return null;
  const end = body.indexOf('**', 2);
  if (end === -1) return null;
  const lead = body.slice(2, end);
  if (lead.endsWith(':')) return lead.replace(/\\?:$/, '');
  return body[end + 2] === ':' ? lead : null;
}

const nothingFound =
  /^(?:none|nothing(?: to report)?|all clear|n\/a|not applicable|no(?: [\w-]{1,20}){0,4} (?:issues?|findings?|concerns?|problems?|suggestions?|violations?))(?: (?:were |was |are )?(?:found|identified|detected|noted|reported|raised))?(?: (?:in|with|for|at) [^.!]{1,80})?(?:[.!](?=\s|$)|$|,| [-–—])/i;

function saysNothingFound(body: string): boolean {
  return nothingFound.test(body) && !/\b(?:but|however|except|although|though|unless)\b/i.test(body);
}

function firstWords(body: string): string {
  const sentence = body.split(/[.!?\n]/, 1)[0] ?? '';
  return sentence.replaceAll('**', '').slice(0, 120).trim() || 'untitled';
}

function unescapeMarks(title: string): string {
  return title
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .trim();
}
