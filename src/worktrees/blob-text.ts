/** Larger files are listed and never read: nobody wrote them by hand. */
export const maxBlobBytes = 1024 * 1024;

const lfsPointer = 'version https://git-lfs.github.com/spec/';
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The bytes of a file as text, or null where they are none: binary, not UTF-8, too large, a pointer to large storage. */
export function decodeBlob(bytes: Uint8Array): string | null {
  if (bytes.length > maxBlobBytes || bytes.includes(0)) return null;
  const text = tryDecode(bytes);
  return text?.startsWith(lfsPointer) ? null : text;
}

function tryDecode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
