import { showSafely } from '../../model/text.ts';
import { clip, fence, Page } from '../page.ts';
import type { Study } from '../study.ts';
import { showName } from '../tree/render-tree.ts';
import { findCentral } from './central-files.ts';
import type { Part } from './part.ts';
import { renderSignatures } from './signature-lines.ts';

const maxFiles = 60;
const frame = 40;
/** No single file takes more than this of the room. */
const largestShare = 0.2;
const least = 400;

/** The signatures of the modules that the issue concerns, most concerned first. */
export const concernedModules: Part = {
  share: 0.26,
  write(study, maxCharacters) {
    const page = new Page(maxCharacters);
    const central = new Set(findCentral(study).map(({ path }) => path));
    const files = study.concerned.filter(({ path }) => !central.has(path)).slice(0, maxFiles);
    study.library.prepare(files.map(({ path }) => path));
    for (const { path, reason } of files) {
      if (page.left < least) break;
      const heading = page.isEmpty ? '## Signatures of the modules concerned\n\n' : '';
      const title = `${heading}### ${showName(path)} (${clip(showSafely(reason), 120)})`;
      const room = Math.min(page.left - title.length - frame, Math.floor(maxCharacters * largestShare));
      const signatures = signaturesOf(study, path, room);
      if (signatures !== '') page.add(`${title}\n${fence(signatures)}`);
    }
    return page.text;
  },
};

function signaturesOf({ library, terms, outline }: Study, path: string, room: number): string {
  const text = library.read(path);
  if (text === null) return '';
  return renderSignatures(outline(path, text), (name) => terms.names.has(name.toLowerCase()), room);
}
