import { escapeUnsafe } from '../model/text.ts';

/** Text that is still bytes: one character (0 to 255) for each, so that it can be cut, joined and searched as text is. */
export type ByteText = string;

export function toByteText(bytes: Uint8Array): ByteText {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** ASCII controls, but tab, newline and return. */
const controls = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(character),
);

/** Whole lines as they may be shown: invalid UTF-8 is U+FFFD, and what could act on a terminal is an escape. */
export function showBytes(text: ByteText): string {
  return escapeUnsafe(Buffer.from(escapeControls(text), 'latin1').toString('utf8'));
}

/** What `escapeUnsafe` would do as well, at a hundredth of its speed: colours are common, and binary output happens. */
function escapeControls(text: ByteText): ByteText {
  let escaped = text;
  for (const control of controls) {
    if (text.includes(control)) escaped = escaped.replaceAll(control, escapeUnsafe(control));
  }
  return escaped;
}

/** The same lines as a terminal leaves them: text after a carriage return has taken the place of that before it. */
export function overwriteLines(lines: ByteText): ByteText {
  return lines.includes('\r') ? lines.split('\n').map(lastSegment).join('\n') : lines;
}

/** Returns at the end overwrite nothing: CRLF ends a line as LF does. */
function lastSegment(line: ByteText): ByteText {
  let end = line.length;
  while (line.charCodeAt(end - 1) === 0x0d) end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}

/** The length of the first piece of a line that is longer than `maxBytes` (4 or more): no character is cut in two. */
export function measurePiece(line: ByteText, maxBytes: number): number {
  if (!isContinuation(line.charCodeAt(maxBytes))) return maxBytes;
  for (let back = 1; back <= 3; back += 1) {
    const byte = line.charCodeAt(maxBytes - back);
    if (!isContinuation(byte)) return lengthOfCharacter(byte) > back ? maxBytes - back : maxBytes;
  }
  return maxBytes;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** By the first byte of a character; 1 for what starts none. */
function lengthOfCharacter(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
