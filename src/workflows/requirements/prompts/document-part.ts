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

/** Of a document that was rewritten by more than this, all of it is shown again. */
const mostNewShare = 0.5;

export function showDocument({ text, first }: ShownDocument): DocumentPart {
  if (text === first) return { known: showWhole(text), news: null };
  const sections = readChangedSections(first, text).map((section) => section.text);
  const news = sections.join('\n\n');
  if (sections.length === 0 || news.length > text.length * mostNewShare) return { known: showWhole(text), news: null };
  return {
    known: showWhole(first),
    news: `These sections were changed since, and are now as follows; all others still hold:\n${asData('sections', news)}`,
  };
}

/** What changed since its reader last spoke of it; null if nothing did, or they never spoke. */
export function showChange({ text, last }: ShownDocument): string | null {
  if (last === null) return null;
  if (last === text) return 'The document is the same as at your last review.';
  const diff = renderDiff(last, text);
  if (diff === null) return 'Most of the document changed since your last review.';
  return `What changed since your last review, line by line:\n${asData('changes', diff)}`;
}

function showWhole(text: string): string {
  return `The design:\n${asData('design', text)}`;
}
