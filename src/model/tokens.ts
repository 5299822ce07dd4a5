const charactersOfToken = 4;

/** What a text takes of a budget: an estimate by length, the same for every model and known beforehand. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / charactersOfToken);
}

/** How many characters fit into so many tokens. */
export function charactersFor(tokens: number): number {
  return Math.max(0, Math.floor(tokens)) * charactersOfToken;
}
