export function isBlankByte(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** What nobody sees and is no space, or is beyond ASCII. */
export function isNoise(byte: number): boolean {
  return (byte < 0x20 && !isBlankByte(byte)) || byte >= 0x7f;
}

/** A copy, the last byte first. By hand: what typed arrays have for it takes ten times as long. */
export function reverseBytes(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const reversed = new Uint8Array(to - from);
  for (let at = from; at < to; at += 1) reversed[to - 1 - at] = bytes[at] ?? 0;
  return reversed;
}
