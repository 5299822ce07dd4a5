import type { ShownChange } from '../../../providers/provider.ts';
import { asData } from '../../requirements/prompts/data-block.ts';

/** A change that came since the first review by more than this is shown whole again. */
const mostNewShare = 0.5;

/** A change in a prompt: what its reviewer had before stands first, word for word, and what is new to them last. */
export function showChange(change: ShownChange): { readonly known: string; readonly news: string | null } {
  const { patch, firstPatch, sinceFirst, sinceLast } = change;
  if (firstPatch === null) return { known: showWhole(patch), news: null };
  const last = tellLast(sinceLast);
  if (sinceFirst === null || sinceFirst.length > patch.length * mostNewShare)
    return { known: showWhole(patch), news: last };
  const first = `It was changed since that was written. From then until now:\n${asData('later', sinceFirst)}`;
  const isSame = sinceLast === sinceFirst;
  return {
    known: showWhole(firstPatch),
    news: sinceFirst === '' || isSame ? (last ?? first) : `${first}\n\n${last ?? ''}`.trimEnd(),
  };
}

function tellLast(sinceLast: string | null): string | null {
  if (sinceLast === null) return null;
  if (sinceLast === '') return 'Nothing was changed since your last review.';
  return `What changed since your last review:\n${asData('changes', sinceLast)}`;
}

function showWhole(patch: string): string {
  return `The change as a patch; where it was changed since, that is told further below:\n${asData('patch', patch)}`;
}
