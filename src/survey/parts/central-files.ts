import { showSafely } from '../../model/text.ts';
import { clip, fence, Page } from '../page.ts';
import type { Study } from '../study.ts';
import { showName } from '../tree/render-tree.ts';
import type { Part } from './part.ts';
import { showFile } from './show-file.ts';

const maxFiles = 12;
/** So many files share the room; further ones get what is left. */
const sharing = 4;
const frame = 60;
const fewest = 3;
const longestReason = 120;

/** The files that the issue is about: whole if they are small, else their signatures and what stands around its names. */
export const centralFiles: Part = {
  share: 0.28,
  write(study, maxCharacters) {
    const page = new Page(maxCharacters);
    const files = findCentral(study);
    study.library.prepare(files.map(({ path }) => path));
    for (const [at, { path, reason }] of files.entries()) {
      const room = Math.floor(page.left / Math.max(1, Math.min(sharing, files.length - at)));
      const heading = page.isEmpty ? '## Files that the issue is about\n\n' : '';
      const title = `${heading}### ${showName(path)} (${clip(showSafely(reason), longestReason)}; `;
      const shown = showFile(study, path, room - title.length - frame);
      page.add(`${title}${shown.what})${shown.text === '' ? '' : `\n${fence(shown.text)}`}`);
    }
    return page.text;
  },
};

/** Those that it names, readable ones first; where it names few, also those that its words speak of most. */
export function findCentral({
  named,
  library,
  concerned,
}: Study): { readonly path: string; readonly reason: string }[] {
  const names = named.files
    .filter(({ path, isThere }) => isThere && library.judge(path) !== 'own')
    .sort((a, b) => Number(library.mayRead(b.path)) - Number(library.mayRead(a.path)))
    .slice(0, maxFiles)
    .map(({ path }) => ({ path, reason: 'named' }));
  const meant = concerned.filter(({ reason }) => reason !== 'named').slice(0, Math.max(0, fewest - names.length));
  return [...names, ...meant];
}
