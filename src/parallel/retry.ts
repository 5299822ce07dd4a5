const firstMs = 10_000;
const longestMs = 300_000;

/** How long to wait after the n-th refusal that names no time: doubling, bounded, with full jitter. */
export function backoffMs(refusals: number, random: () => number): number {
  return Math.round(random() * Math.min(longestMs, firstMs * 2 ** (refusals - 1)));
}
