/** Anthropic keeps the beginning of a prompt only up to a mark; the others find out by themselves. */
export const keptMark = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;
