import { nameCharacter } from '../../model/hidden-characters.ts';
import { escapeUnsafe } from '../../model/text.ts';
import { makeCheck } from './check.ts';
import { linesOfDesign } from './section-lines.ts';

const control = /[^\P{Cc}\t]/u;

export const characterControl = makeCheck({
  id: 'CHARACTER_CONTROL',
  severity: 'error',
  description: 'No control character, which could drive a terminal, stands in header or sections.',
  *find(input) {
    for (const { line, text } of linesOfDesign(input)) {
      const found = control.exec(text)?.[0];
      if (found === undefined) continue;
      const lines = [text.replace(/[^\P{Cc}\t]/gu, escapeUnsafe)];
      const message = `The control character ${nameCharacter(found)} could drive a terminal: write it as an escape`;
      yield { line, message, fix: { fromLine: line, toLine: line, lines } };
    }
  },
});
