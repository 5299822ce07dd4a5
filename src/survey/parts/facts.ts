import { Page } from '../page.ts';
import { showName } from '../tree/render-tree.ts';
import type { Part } from './part.ts';

const maxPaths = 40;

/** How large the repository is, and which of the paths in the issue it has. */
export const facts: Part = {
  share: 0.06,
  write({ library, named }, maxCharacters) {
    const page = new Page(maxCharacters);
    page.add(`# The repository: ${library.paths.length} files`);
    const there = named.files.filter(({ isThere }) => isThere);
    const missing = named.files.filter(({ isThere }) => !isThere);
    const folders = named.folders.map((path) => ({ path: `${path}/` }));
    addList(page, 'Named by the issue, and there', [...there, ...folders]);
    addList(page, 'Named by the issue, and not there', missing);
    return page.text;
  },
};

function addList(page: Page, title: string, files: readonly { readonly path: string }[]): void {
  const names = files.slice(0, maxPaths).map(({ path }) => showName(path));
  if (names.length > 0) page.add(`${title}: ${names.join(', ')}`);
}
