import type { Signature } from '../outline/signature.ts';
import { clip, showText } from '../page.ts';

/** As many signatures as fit: those that the issue speaks of before others, all in the order of the source. */
export function renderSignatures(
  signatures: readonly Signature[],
  isWanted: (name: string) => boolean,
  maxCharacters: number,
): string {
  const blocks = signatures.map((signature, at) => ({
    at,
    block: renderSignature(signature),
    isWanted: isWanted(signature.name),
  }));
  const taken = new Set<number>();
  let left = maxCharacters - 40;
  for (const { at, block } of [...blocks.filter((each) => each.isWanted), ...blocks.filter((each) => !each.isWanted)]) {
    if (block.length + 1 > left) continue;
    taken.add(at);
    left -= block.length + 1;
  }
  const lines = blocks.filter(({ at }) => taken.has(at)).map(({ block }) => block);
  const hidden = signatures.length - taken.size;
  if (lines.length === 0) return '';
  return [...lines, ...(hidden === 0 ? [] : [`… ${hidden} more`])].join('\n');
}

function renderSignature({ depth, text, doc }: Signature): string {
  const indent = '  '.repeat(depth);
  const block = [...(doc === null ? [] : [`/** ${clip(doc, 160)} */`]), ...text.split('\n')];
  return showText(block.map((line) => indent + line).join('\n'));
}
