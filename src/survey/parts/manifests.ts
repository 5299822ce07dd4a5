import { describeManifest, findManifests } from '../manifests/find-manifests.ts';
import { clipLines, fence, Page, showText } from '../page.ts';
import { showName } from '../tree/render-tree.ts';
import type { Part } from './part.ts';

const longestManifest = 2400;

/** How the project is built, run and tested, and what it depends on. */
export const manifests: Part = {
  share: 0.11,
  write({ library, interest }, maxCharacters) {
    const page = new Page(maxCharacters);
    const paths = findManifests(library.paths, interest);
    library.prepare(paths);
    for (const path of paths) {
      const text = library.judge(path) === 'open' ? library.read(path) : null;
      const said = text === null ? '' : clipLines(showText(describeManifest(path, text)), longestManifest);
      if (said === '') continue;
      const heading = page.isEmpty ? '## Manifests\n\n' : '';
      page.add(`${heading}### ${showName(path)}\n${fence(said)}`);
    }
    return page.text;
  },
};
