export const charactersOfToken = 4;

/** How the simulator counts: by length, so that everybody can say beforehand what a text takes. */
export function countTokens(text: string): number {
  return charactersToTokens(text.length);
}

export function charactersToTokens(characters: number): number {
  return Math.ceil(characters / charactersOfToken);
}

/** The beginning of a text that takes no more than so many. */
export function cutToTokens(text: string, tokens: number): string {
  return text.slice(0, tokens * charactersOfToken);
}
