import { nameCharacter, scanHidden } from '../../../model/hidden-characters.ts';
import type { Findings } from './make-result.ts';
import type { AddedRow } from './patch-rows.ts';

/** Where what is read and what is run must be the same. */
const source =
  /\.(?:[mc]?[jt]sx?|py|pyi|go|rs|java|kts?|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|sh|bash|zsh|ps1|sql|lua|pl|ex|exs|vue|svelte|json|jsonc|ya?ml|toml|gradle)$/i;
/** They turn the order of what stands around them; no plain text needs them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;
/** Scripts in which joiners are part of the spelling. */
const joined =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]/gu;
const longestRow = 20_000;

/** Lines with characters that nobody sees. In prose they may be part of how a language is set: there they are only told. */
export function findHiddenRows(path: string, rows: readonly AddedRow[]): Findings {
  const failed: string[] = [];
  const warned: string[] = [];
  for (const { line, text } of rows) {
    const row = text.slice(0, longestRow).replace(/\r$/, '');
    // A mark of the encoding at the very beginning hides nothing.
    const shown = (line === 1 ? row.replace(/^\ufeff/, '') : row).replace(joined, '');
    const codes = new Set([...scanHidden(shown)].map(({ character }) => nameCharacter(character)));
    if (codes.size === 0) continue;
    const finding = `${path}:${line}: characters that nobody sees: ${[...codes].slice(0, 5).join(', ')}`;
    if (source.test(path) || turning.test(shown)) failed.push(finding);
    else warned.push(finding);
  }
  return { failed, warned };
}
