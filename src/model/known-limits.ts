import type { KnownLimits } from './credential.ts';

export const limitNames = [
  'requestsPerMinute',
  'tokensPerMinute',
  'inputTokensPerMinute',
  'outputTokensPerMinute',
  'requestsPerDay',
  'concurrency',
] as const satisfies readonly (keyof KnownLimits)[];

/** Limits, each asked for by its name. */
export function makeLimits(limitOf: (name: keyof KnownLimits) => number | null): KnownLimits {
  return {
    requestsPerMinute: limitOf('requestsPerMinute'),
    tokensPerMinute: limitOf('tokensPerMinute'),
    inputTokensPerMinute: limitOf('inputTokensPerMinute'),
    outputTokensPerMinute: limitOf('outputTokensPerMinute'),
    requestsPerDay: limitOf('requestsPerDay'),
    concurrency: limitOf('concurrency'),
  };
}

export const unknownLimits: KnownLimits = makeLimits(() => null);
