import { findSection, type LldSection } from '../lld/document.ts';
import { type VisibleLine, visibleLines } from '../lld/visible-lines.ts';
import type { ListItem } from '../markdown.ts';
import { makeCheck } from './check.ts';

/** A name, after whatever may stand before one that heads something. */
const name = '^[\\s*_~`([{"\'#>|+•·-]*(?:\\d{1,9}[.)][\\s*_~`([{"\']*)?REQ[-–— ]?\\d{1,20}';
const named = new RegExp(`${name}(?!\\d)`, 'i');
const labelled = new RegExp(`${name}[\\s*_~\`)\\]}"']*(?:[:–—]|-\\s|$)`, 'i');

export const requirementUncounted = makeCheck({
  id: 'REQUIREMENT_UNCOUNTED',
  severity: 'error',
  description:
    'In section 3 only items of the numbered list, which count, look like requirements. Silent if there are none: that is its own finding.',
  *find({ document }) {
    const section = findSection(document.sections, '3');
    if (section === null || document.requirements.length === 0) return;
    const titles = section.subsections.map(({ title, line }) => ({ text: title, line, isHead: true }));
    for (const { line, text } of [...titles, ...[section, ...section.subsections].flatMap(uncountedIn)].filter(
      isName,
    )) {
      const message = `"${text}" looks like a requirement and does not count: make it an item of the numbered list`;
      yield { line, message };
    }
  },
});

/** A sentence may begin with the name of a requirement that it speaks of; an item, a cell or a heading hardly does. */
function isName({ text, isHead }: VisibleLine): boolean {
  return (isHead ? named : labelled).test(text);
}

function uncountedIn({ blocks }: LldSection): VisibleLine[] {
  return blocks.flatMap((block) =>
    block.kind === 'list' && block.isOrdered ? block.items.flatMap(uncountedInItem) : [...visibleLines([block])],
  );
}

/** All of an item of a numbered list but the line that it begins with. */
function uncountedInItem({ blocks }: ListItem): VisibleLine[] {
  const [first, ...others] = blocks;
  const lines = first === undefined ? [] : [...visibleLines([first])];
  return [...(first?.kind === 'paragraph' ? lines.slice(1) : lines), ...visibleLines(others)];
}
