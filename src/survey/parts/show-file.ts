import { headingsOf } from '../headings.ts';
import { languageOf } from '../languages.ts';
import { isMachineMade } from '../machine-made.ts';
import { clipLines, showText } from '../page.ts';
import type { IssueTerms } from '../relevance/issue-terms.ts';
import { stemsOf } from '../relevance/words.ts';
import type { Study } from '../study.ts';
import { cutExcerpts } from './excerpts.ts';
import { renderSignatures } from './signature-lines.ts';

export interface ShownFile {
  /** How much of it is shown, or why nothing is. */
  readonly what: string;
  readonly text: string;
}

/** As much of a file as there is room for, and as it may be shown. */
export function showFile(study: Study, path: string, room: number): ShownFile {
  const evidence = study.library.judge(path);
  if (evidence === 'secret') return { what: 'not read: it may hold secrets', text: '' };
  if (evidence === 'foreign') return { what: 'not read: vendored or generated', text: '' };
  const text = study.library.read(path);
  if (text === null) return { what: `not read: ${study.library.sizeOf(path)} bytes, or no text`, text: '' };
  if (isMachineMade(text)) return { what: 'not shown: made by a program', text: '' };
  if (evidence === 'guarded')
    return { what: 'outline only: it may hold secrets', text: outlineOf(study, path, text, room) };
  const whole = showText(text).trimEnd();
  if (whole.length <= room) return { what: 'whole', text: whole };
  return { what: `in parts, of ${text.split('\n').length} lines`, text: showParts(study, path, whole, room) };
}

/** Half for the outline, the rest for what stands around the issue's names, or else for the beginning. */
function showParts(study: Study, path: string, text: string, room: number): string {
  const outline = outlineOf(study, path, text, Math.floor(room / 2));
  const left = room - outline.length - 2;
  const excerpts = cutExcerpts(text, study.terms.symbols, left);
  return [outline, excerpts === '' ? clipLines(text, left) : excerpts].filter((part) => part !== '').join('\n\n');
}

function outlineOf({ outline, terms }: Study, path: string, text: string, room: number): string {
  if (languageOf(path) === null) return clipLines(showText(headingsOf(text).join('\n')), room);
  return renderSignatures(outline(path, text), (name) => isSpokenOf(name, terms), room);
}

function isSpokenOf(name: string, { names, stems }: IssueTerms): boolean {
  return names.has(name.toLowerCase()) || stemsOf(name).some((stem) => stems.has(stem));
}
