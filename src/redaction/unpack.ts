const gzip = [0x1f, 0x8b, 0x08] as const;
const zlib = 0x78;
/** The second byte of what zlib writes, by how hard it tried. */
const zlibLevels = [0x01, 0x5e, 0x9c, 0xda];
const gzipHeaderBytes = 10;
const zlibHeaderBytes = 2;
const hasName = 8;
const nothing = new Uint8Array(0);

/** Whether this is the beginning of data that was packed. */
export function isPacked(bytes: Uint8Array): boolean {
  return gzip.every((byte, at) => bytes[at] === byte) || (bytes[0] === zlib && zlibLevels.includes(bytes[1] ?? 0));
}

/** Empty if it cannot be unpacked; null if there is more in it than `mostBytes`. */
export function unpack(packed: Uint8Array, mostBytes: number): Uint8Array | null {
  try {
    return inflate(packed, mostBytes);
  } catch (error) {
    return error instanceof RangeError ? null : nothing;
  }
}

const mostProbed = 64 * 1024;

/** Whether it is the beginning of packed data, and not only looks so. */
export function isUnpackable(packed: Uint8Array): boolean {
  if (!isPacked(packed)) return false;
  try {
    return inflate(packed, mostProbed).length >= 0;
  } catch (error) {
    return error instanceof RangeError;
  }
}

function inflate(packed: Uint8Array, mostBytes: number): Uint8Array {
  // Loaded where it is used: hardly anybody needs it.
  const { constants, inflateRawSync } = process.getBuiltinModule('node:zlib');
  // Its end may be missing, or be glued to other text: what is packed is there all the same.
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostBytes };
  return inflateRawSync(packed.subarray(findBody(packed)), options);
}

/** After the header, and the name of the file if there is one. */
function findBody(packed: Uint8Array): number {
  if (packed[0] === zlib) return zlibHeaderBytes;
  const isNamed = ((packed[3] ?? 0) & hasName) !== 0;
  return isNamed ? packed.indexOf(0, gzipHeaderBytes) + 1 : gzipHeaderBytes;
}
