import { headingsOf } from '../headings.ts';
import type { Library } from '../library.ts';
import { clip, clipLines, fence, Page, showText } from '../page.ts';
import type { Study } from '../study.ts';
import { showName } from '../tree/render-tree.ts';
import type { Part } from './part.ts';

const documentName =
  /^(readme|contributing|agents|claude|architecture|development|hacking|conventions|style)(\.(md|mdx|rst|txt|adoc))?$/i;
const order = ['agents', 'claude', 'readme', 'contributing', 'architecture'];
const homes = new Set(['', 'docs', '.github', 'doc']);
const maxDocuments = 8;
const maxHeadings = 40;
const maxDesigns = 20;
/** Pictures and badges say nothing to a reader of text. */
const decoration = /^\s*(\[?!\[|<\/?(img|p|a|div|br|h1|picture|source|center)\b)/i;

/** What people wrote for people: the beginnings of documents and their headings; the titles of approved designs. */
export const documents: Part = {
  share: 0.13,
  write(study, maxCharacters) {
    const page = new Page(maxCharacters);
    const paths = findDocuments(study);
    study.library.prepare(paths);
    for (const [at, path] of paths.entries()) {
      const text = study.library.read(path);
      const room = Math.floor(page.left / Math.min(3, paths.length - at)) - path.length - 60;
      if (text === null || text.trim() === '' || room < 200) continue;
      const heading = page.isEmpty ? '## Documents\n\n' : '';
      page.add(`${heading}### ${showName(path)}\n${fence(summarise(text, room))}`);
    }
    addDesigns(page, study.library);
    return page.text;
  },
};

function findDocuments({ library, interest }: Study): string[] {
  return library.paths
    .flatMap((path) => {
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
      const [, stem = ''] = path.slice(folder === '' ? 0 : folder.length + 1).match(documentName) ?? [];
      const worth = interest.get(folder) ?? 0;
      const isWanted = stem !== '' && library.judge(path) === 'open' && (homes.has(folder) || worth > 0);
      const rank = order.indexOf(stem.toLowerCase());
      return isWanted ? [{ path, isHome: homes.has(folder), worth, rank: rank === -1 ? order.length : rank }] : [];
    })
    .sort((a, b) => Number(b.isHome) - Number(a.isHome) || b.worth - a.worth || a.rank - b.rank)
    .slice(0, maxDocuments)
    .map(({ path }) => path);
}

/** Two thirds for the beginning, the rest for the headings of what follows. */
function summarise(text: string, room: number): string {
  const lines = showText(text)
    .split('\n')
    .filter((line) => !decoration.test(line));
  const whole = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (whole.length <= room) return whole;
  const start = clipLines(whole, Math.floor((room * 2) / 3));
  const headings = headingsOf(whole.slice(start.length)).map((heading) => clip(heading, 100));
  const list = clipLines(headings.slice(0, maxHeadings).join('\n'), room - start.length - 1);
  return list === '' ? start : `${start}\n${list}`;
}

function addDesigns(page: Page, library: Library): void {
  const titles = library.designs.slice(0, maxDesigns).flatMap((path) => {
    const titled = headingsOf(library.readDesign(path) ?? '').filter((line) => /^# (?!.*finalized)/i.test(line));
    return [
      `- ${showName(path.slice(path.lastIndexOf('/') + 1))}${titled[0] === undefined ? '' : `: ${clip(showText(titled[0].slice(2)), 120)}`}`,
    ];
  });
  if (titles.length > 0) page.add(`${page.isEmpty ? '' : '\n'}## Approved designs (titles)\n\n${titles.join('\n')}`);
}
