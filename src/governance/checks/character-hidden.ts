import { nameCharacter, scanHidden } from '../../model/hidden-characters.ts';
import { makeCheck } from './check.ts';

export const characterHidden = makeCheck({
  id: 'CHARACTER_HIDDEN',
  severity: 'warning',
  description: 'No character is invisible or changes the direction of the text, the original issue included.',
  *find({ document, lines }) {
    for (const [index, text] of lines.entries()) {
      const isDesign = index < document.sectionsEndLine;
      for (const { character } of scanHidden(index === 0 ? text.replace(/^\ufeff/, '') : text)) {
        // In the design a control is an error of its own.
        if (isDesign && /\p{Cc}/u.test(character)) continue;
        const message = `The hidden character ${nameCharacter(character)} could make text read other than it is`;
        yield { line: index + 1, message };
        break;
      }
    }
  },
});
