import type { Block } from '../markdown.ts';
import { hasVerdictKey, readJsonVerdict } from './json-verdict.ts';
import { isReviewTitle, type Section } from './section.ts';
import { mentionsVerdict, parseStatement, quote, type Said, sayNothing, takesBack } from './statement.ts';
import { afterVerdictLabel, type Line, parseBox, visibleLines } from './verdict-line.ts';

/**
 * Everything that speaks against an approval that was read: another word or label elsewhere, a condition after it, markup
 * or data that says otherwise. An approval stands only if nothing does: it is never guessed.
 */
export function findVetoes(sections: readonly Section[], approvedLine: number): Said[] {
  const open = sections.filter(({ zone }) => zone.kind === 'verdict' || zone.kind === 'other').flatMap(linesOf);
  const quoted = sections.filter(({ zone }) => zone.kind === 'aside').flatMap(linesOf);
  const blocks = sections.flatMap((section) => section.blocks);
  return [
    ...open.flatMap(findContraryWord),
    ...open.filter(({ line }) => line > approvedLine).flatMap(findCondition),
    ...quoted.flatMap(findContraryLabel),
    ...flatten(blocks).flatMap(findContraryMarkup),
  ];
}

function linesOf({ heading, blocks }: Section): Line[] {
  const isTitle = heading === null || isReviewTitle(heading.text);
  const heads = blocks.flatMap((block) =>
    block.kind === 'table' ? [{ text: block.columns.join(' | '), line: block.line }] : [],
  );
  return [...visibleLines(isTitle ? blocks : [heading, ...blocks]), ...heads];
}

/** A word other than APPROVED that stands alone in a line, in a cell, or after a colon. An empty box says nothing. */
function findContraryWord({ text, line }: Line): Said[] {
  if (parseBox(text)?.isTicked === false) return [];
  const pieces = [text, ...text.split(' | '), text.slice(text.lastIndexOf(':') + 1)];
  const words = pieces.map((piece) => parseStatement(parseBox(piece)?.label ?? piece).word);
  const contrary = words.find((word) => word !== null && word !== 'APPROVED');
  if (contrary !== undefined) return [sayNothing(`this line says ${contrary}, another one APPROVED`, line)];
  const labelled = /\b(?:verdict|decision|outcome)\b[^:]{0,40}:(.*)$/is.exec(text)?.[1] ?? '';
  const value = labelled.replace(/[*_`]/g, '').trim();
  const isReadable = value === '' || /^pass\b/i.test(value) || parseStatement(value).word === 'APPROVED';
  return isReadable ? [] : [sayNothing(`${quote(text)} may be another verdict`, line)];
}

/** In a summary, a question or a log free text may say anything, but a line that is labelled as the verdict counts. */
function findContraryLabel({ text, line }: Line): Said[] {
  const { word } = parseStatement(afterVerdictLabel(text) ?? '');
  return word === null || word === 'APPROVED' ? [] : [sayNothing(`this line says ${word}, another one APPROVED`, line)];
}

/** Fields of a review that describe it; what they say is no condition. */
const description = /^[*_\s]*(?:summary|reviewer|model|date|timestamp|title)\b[*_\s]*:/i;

function findCondition({ text, line }: Line): Said[] {
  const box = parseBox(text);
  const isOwnBox = box !== null && mentionsVerdict(box.label);
  if (box?.isTicked === false && !isOwnBox) return [sayNothing(`${quote(box.label)} is left open after it`, line)];
  const isCondition = !isOwnBox && !description.test(text) && takesBack(text);
  return isCondition ? [sayNothing(`${quote(text)} may take the approval back or tie it to a condition`, line)] : [];
}

/** Raw HTML may strike or rewrite what stands around it; JSON may carry a verdict of its own. */
function findContraryMarkup(block: Block): Said[] {
  if (block.kind === 'html') {
    const isStriking = /<(?:del|s|strike)\b/i.test(block.text);
    const isContrary = /\b(?:revise|discuss|block|blocked|rejected)\b/i.test(
      block.text.replace(/<!--[\s\S]*?-->/g, ''),
    );
    return isStriking || isContrary ? [sayNothing('HTML around the verdict could mean anything', block.line)] : [];
  }
  if (block.kind !== 'fence' || !block.text.trimStart().startsWith('{') || !hasVerdictKey(block.text)) return [];
  const { verdict, reason } = readJsonVerdict(block.text, block.line);
  if (verdict === 'APPROVED') return [];
  return [sayNothing(reason ?? `the JSON says ${verdict}, the words APPROVED`, block.line)];
}

function flatten(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return flatten(block.items.flatMap((item) => item.blocks));
    return [block];
  });
}
