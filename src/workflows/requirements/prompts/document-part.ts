import { renderDiff } from '../../../governance/lld/render-diff.ts';
import { readChangedSections } from '../../../governance/lld/section-texts.ts';
import type { ShownDocument } from '../../../providers/provider.ts';
import { asData } from './data-block.ts';

/** A document in a prompt: what its reader had before stands first, word for word, and what is new to them last. */
export interface DocumentPart {
  readonly known: string;
  /** Null if there is nothing new. */
  readonly news: string | null;
}

/** For those who write: the sections that changed, as they are now, for they will quote them. */
export function showSections({ text, earlier }: ShownDocument): DocumentPart {
  const base = findBase([...earlier, text]);
  if (base === text) return { known: showWhole(text), news: null };
  const sections = asData('sections', joinChanged(base, text));
  return {
    known: showWhole(base),
    news: `These sections were changed since, and are now as follows; all others still hold:\n${sections}`,
  };
}

/** For those who judge: also what changed since they last did, if that is not the same. */
export function showChange(document: ShownDocument): DocumentPart {
  const { known, news } = showSections(document);
  const last = document.earlier.at(-1);
  if (last === undefined) return { known, news };
  const change = describeChange(last, document.text);
  const isTold = change.isComplete && last === findBase([...document.earlier, document.text]);
  return { known, news: news === null || isTold ? change.text : `${news}\n\n${change.text}` };
}

/** A section that was rewritten is shown whole; of a document that was rewritten by more than this, all of it is. */
const mostNewShare = 0.5;

/** The text that stands at the front of prompts: the first that was shown, until too much of it no longer holds. */
function findBase([first = '', ...later]: readonly string[]): string {
  return later.reduce((base, text) => (isMostlyNew(base, text) ? text : base), first);
}

function isMostlyNew(base: string, text: string): boolean {
  const changed = joinChanged(base, text);
  return text !== base && (changed === '' || changed.length > text.length * mostNewShare);
}

function joinChanged(base: string, text: string): string {
  return readChangedSections(base, text)
    .map((section) => section.text)
    .join('\n\n');
}

function describeChange(last: string, text: string): { readonly text: string; readonly isComplete: boolean } {
  if (last === text) return { text: 'The document is the same as at your last review.', isComplete: true };
  const diff = renderDiff(last, text);
  if (diff === null) return { text: 'Most of the document changed since your last review.', isComplete: false };
  return { text: `What changed since your last review, line by line:\n${asData('changes', diff)}`, isComplete: true };
}

function showWhole(text: string): string {
  return `The design; where it was changed since, that is told further below:\n${asData('design', text)}`;
}
