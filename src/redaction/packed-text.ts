/** How gzip begins in base64. */
const opening = Buffer.from('H4sI');
const newline = 0x0a;
const carriageReturn = 0x0d;
/** A line that is shorter was not wrapped: the text ends there. */
const shortestWrap = 60;
/** What is longer is let out as it is. */
const mostBytes = 64 * 1024;
const mostUnpackedBytes = 8 * 1024 * 1024;
const nothing = new Uint8Array(0);

/** Whether a byte is of base64, in either alphabet. */
const isBase64 = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Text that was packed by gzip and written in base64, wrapped or not, is held back until it ends, and judged as a whole.
 * Everything else passes. Contract: as for every stream here, what comes out does not depend on how it was cut.
 */
export class PackedText {
  /** What to write in the place of a text that must not be read; null if it may be. */
  readonly #judge: (unpacked: string | null) => Uint8Array | null;
  #held: Uint8Array = nothing;
  /** Of the held bytes, those that are known to belong to one text; 0 outside. */
  #known = 0;
  #lineStart = 0;

  constructor(judge: (unpacked: string | null) => Uint8Array | null) {
    this.#judge = judge;
  }

  push(chunk: Uint8Array): Uint8Array {
    if (this.#held.length === 0 && findOpening(chunk, 0) === chunk.length) return chunk;
    return this.#take(Buffer.concat([this.#held, chunk]), false);
  }

  end(): Uint8Array {
    return this.#take(this.#held, true);
  }

  reset(): void {
    this.#held = nothing;
    this.#known = 0;
    this.#lineStart = 0;
  }

  #take(bytes: Uint8Array, isFinal: boolean): Uint8Array {
    const parts: Uint8Array[] = [];
    let at = 0;
    while (at < bytes.length) {
      const from = this.#known === 0 ? findOpening(bytes, at) : at;
      parts.push(bytes.subarray(at, from));
      const to = this.#findEnd(bytes, from, isFinal);
      if (to === -1) return this.#hold(bytes.subarray(from), parts);
      parts.push(this.#judgeText(bytes.subarray(from, to)));
      this.reset();
      at = to;
    }
    this.reset();
    return join(parts);
  }

  #hold(bytes: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
    this.#held = Uint8Array.from(bytes);
    return join(parts);
  }

  /** Where the text that begins at `from` ends; -1 if that is not known yet. */
  #findEnd(bytes: Uint8Array, from: number, isFinal: boolean): number {
    if (bytes.length - from < opening.length) return isFinal ? bytes.length : -1;
    let at = from + this.#known;
    for (; at < bytes.length && at - from < mostBytes; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === newline && at - from - this.#lineStart >= shortestWrap) this.#lineStart = at + 1 - from;
      else if (byte !== carriageReturn && isBase64[byte] === 0) return at;
    }
    this.#known = at - from;
    return isFinal || this.#known >= mostBytes ? at : -1;
  }

  #judgeText(text: Uint8Array): Uint8Array {
    if (text.length < opening.length) return text;
    return this.#judge(unpack(text)) ?? text;
  }
}

/** Where it begins, or may begin once more has come. */
function findOpening(bytes: Uint8Array, from: number): number {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(opening, from);
  if (found !== -1) return found;
  for (let length = opening.length - 1; length > 0; length -= 1) {
    const at = bytes.length - length;
    if (at >= from && opening.subarray(0, length).equals(bytes.subarray(at))) return at;
  }
  return bytes.length;
}

/** Empty if it cannot be unpacked; null if there is too much in it to look at. */
function unpack(text: Uint8Array): string | null {
  const packed = Buffer.from(Buffer.from(text).toString('latin1'), 'base64');
  // Loaded where it is used: hardly anybody needs it.
  const { constants, inflateRawSync } = process.getBuiltinModule('node:zlib');
  try {
    // Its end may be missing, or be glued to other text: what is packed is there all the same.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostUnpackedBytes };
    return inflateRawSync(packed.subarray(findBody(packed)), options).toString();
  } catch (error) {
    return error instanceof RangeError ? null : '';
  }
}

const headerBytes = 10;
const hasName = 8;

/** After the header, and the name of the file if there is one. */
function findBody(packed: Buffer): number {
  const isNamed = ((packed[3] ?? 0) & hasName) !== 0;
  return isNamed ? packed.indexOf(0, headerBytes) + 1 : headerBytes;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter(({ length }) => length > 0);
  return filled.length === 1 ? (filled[0] ?? nothing) : Buffer.concat(filled);
}
