/** Bytes in pieces, cut at any places: whatever is streamed must not depend on them. */
export function cutBytes(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return sorted.slice(1).map((end, at) => bytes.subarray(sorted[at], end));
}
