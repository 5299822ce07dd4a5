/** How waits grow: doubling from the first one up to the longest. */
interface Growth {
  readonly firstMs: number;
  readonly longestMs: number;
}

const usual: Growth = { firstMs: 10_000, longestMs: 300_000 };

/** How long to wait after the n-th refusal that names no time: doubling, bounded, with full jitter. */
export function backoffMs(refusals: number, random: () => number, { firstMs, longestMs } = usual): number {
  return Math.round(random() * Math.min(longestMs, firstMs * 2 ** (refusals - 1)));
}
