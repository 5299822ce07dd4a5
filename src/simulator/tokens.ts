const charactersOfToken = 4;

/** How the simulator counts: by length, so that everybody can say beforehand what a text takes. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / charactersOfToken);
}

/** The beginning of a text that takes no more than so many. */
export function cutToTokens(text: string, tokens: number): string {
  return text.slice(0, tokens * charactersOfToken);
}
