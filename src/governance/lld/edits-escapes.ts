import { hidesCharacters } from '../../model/hidden-characters.ts';

const escapes = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u[\da-f]{4}/g;

/**
 * What was meant by whoever copied the text of a prompt, which shows hidden characters as escapes: the characters, where
 * the bodies hold these, and not the escapes themselves.
 */
export function readEscapes(text: string, bodies: readonly string[]): string {
  const holds = (words: string) => bodies.some((body) => body.includes(words));
  const isMeant = (written: string) =>
    hidesCharacters(characterOf(written)) && holds(characterOf(written)) && !holds(written);
  const known = new Map<string, string>();
  return text.replace(escapes, (written) => {
    const meant = known.get(written) ?? (isMeant(written) ? characterOf(written) : written);
    known.set(written, meant);
    return meant;
  });
}

function characterOf(written: string): string {
  return String(JSON.parse(`"${written}"`));
}
