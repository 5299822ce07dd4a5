/** The high bit of each of four bytes. */
const highBits = 0x80808080 | 0;

/**
 * True if every byte is printable ASCII, a tab or a newline: such text can be shown as it is.
 * Four bytes in one number, because all output of all tasks passes here.
 */
export function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return arePlainBytes(bytes, 0, bytes.length);
  const head = -bytes.byteOffset & 3;
  const wordCount = (bytes.length - head) >>> 2;
  const tail = head + wordCount * 4;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + head, wordCount);
  return arePlainBytes(bytes, 0, head) && arePlainWords(words) && arePlainBytes(bytes, tail, bytes.length);
}

/** Four words at a time: most groups hold no newline, and for them one look is enough. */
function arePlainWords(words: Int32Array): boolean {
  const grouped = words.length & ~3;
  for (let at = 0; at < grouped; at += 4) {
    const a = words[at] ?? 0;
    const b = words[at + 1] ?? 0;
    const c = words[at + 2] ?? 0;
    const d = words[at + 3] ?? 0;
    if (((suspect(a) | suspect(b) | suspect(c) | suspect(d)) & highBits) === 0) continue;
    if (((judge(a) | judge(b) | judge(c) | judge(d)) & highBits) !== 0) return false;
  }
  return words.subarray(grouped).every((word) => (judge(word) & highBits) === 0);
}

/** A high bit for each byte below the space, DEL or beyond ASCII; now and then for a neighbour of one, too. */
function suspect(word: number): number {
  return word | (word - 0x20202020) | (word + 0x01010101);
}

/** A high bit for each byte that is not plain, and for no other. */
function judge(word: number): number {
  const low = word & 0x7f7f7f7f;
  const isPrintable = (low + 0x60606060) & ~(low + 0x01010101);
  /** 9 and 10 become 0 and 1, everything else more than that. */
  const isTabOrNewline = ~((((word | highBits) - 0x09090909) & 0x7e7e7e7e) + 0x7e7e7e7e);
  return word | ~(isPrintable | isTabOrNewline);
}

function arePlainBytes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a) || byte > 0x7e) return false;
  }
  return true;
}
