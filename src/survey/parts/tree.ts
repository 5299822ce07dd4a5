import { makeFolderTree } from '../tree/folder.ts';
import { renderTree } from '../tree/render-tree.ts';
import type { Part } from './part.ts';

const heading = '## Tree\n\nA line for each folder: its files by name, or how many lie in it.\n';

export const tree: Part = {
  share: 0.16,
  write({ library, interest }, maxCharacters) {
    const root = makeFolderTree(library.paths, (path) => library.judge(path));
    const lines = renderTree(root, interest, maxCharacters - heading.length - 2);
    return lines === '' ? '' : `${heading}\n${lines}\n`;
  },
};
