import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { AgentOsError, errnoOf } from '../model/errors.ts';

/** A text as read from disk: `sha256` is over the raw bytes, `text` without BOM and with `\n` line ends. */
export interface TextFile {
  readonly text: string;
  readonly sha256: string;
}

/** Never blocks on a FIFO, never follows a link: whoever calls has resolved links and judged where they lead. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** Throws AgentOsError for what is no regular file, too large, unreadable or no text. */
export function readTextFile(path: string, maxBytes: number): TextFile {
  const bytes = readInto(scratch, path, maxBytes);
  return { text: decodeText(bytes), sha256: hash('sha256', bytes, 'hex') };
}

/** The raw bytes of a regular file. */
export function readFileBytes(path: string, maxBytes: number): Buffer {
  return Buffer.from(readInto(scratch, path, maxBytes));
}

/** Text without BOM and with `\n` line ends. Throws for bytes that are no UTF-8 text, with the place. */
export function decodeText(bytes: Buffer): string {
  refuseBinary(bytes);
  const text = bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Uses `buffer` where the file fits: what is returned is valid until the next call. */
function readInto(buffer: Buffer, path: string, maxBytes: number): Buffer {
  let fd: number | null = null;
  try {
    fd = openSync(path, openFlags);
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new AgentOsError('FILE_NOT_REGULAR', `${nameKind(stat)} is not read, only regular files`);
    if (stat.size > maxBytes) throw tooLarge(stat.size, maxBytes);
    return readAll(fd, stat.size < buffer.length ? buffer : Buffer.allocUnsafe(stat.size + 1), maxBytes);
  } catch (error) {
    throw explainReading(error);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function readAll(fd: number, buffer: Buffer, maxBytes: number): Buffer {
  let length = 0;
  for (;;) {
    const count = readSync(fd, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > maxBytes) throw tooLarge(length, maxBytes);
    if (length === buffer.length) throw new AgentOsError('FILE_UNREADABLE', 'grew while it was read; try again');
  }
}

function explainReading(error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno === null) return error;
  if (errno === 'ELOOP') return new AgentOsError('LINK_REFUSED', 'is a link where none was expected', { cause: error });
  if (errno === 'ENXIO') return new AgentOsError('FILE_NOT_REGULAR', 'a socket is not read, only regular files');
  return new AgentOsError('FILE_UNREADABLE', `cannot be read (${errno})`, { cause: error });
}

function nameKind(stat: Stats): string {
  if (stat.isDirectory()) return 'a folder';
  if (stat.isFIFO()) return 'a FIFO';
  return stat.isSocket() ? 'a socket' : 'a device';
}

/** The end of a text, from the first whole line; empty if there is no such file. */
export function readTail(path: string, maxBytes: number): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '';
  const fd = openSync(path, openFlags);
  try {
    const from = Math.max(0, size - maxBytes);
    const bytes = Buffer.alloc(size - from);
    const text = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from)).toString('utf8');
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(fd);
  }
}

function tooLarge(size: number, maxBytes: number): AgentOsError {
  return new AgentOsError('FILE_TOO_LARGE', `has ${size} bytes; ${maxBytes} are allowed (maxInputBytes)`);
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function refuseBinary(bytes: Buffer): void {
  if (!isUtf8(bytes)) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const hint = isUtf16 ? '; it looks like UTF-16: save it as UTF-8' : '';
    throw new AgentOsError('TEXT_NOT_UTF8', `is not UTF-8 at byte ${firstInvalidByte(bytes)}${hint}`);
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) throw new AgentOsError('TEXT_BINARY', `holds a NUL at byte ${nul}; only text is read`);
}

/** Decoding replaces what is invalid by U+FFFD; the first one that the bytes do not spell out is the place. */
function firstInvalidByte(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) {
    offset += Buffer.byteLength(text.slice(from, at));
    from = at;
    if (bytes.readUIntBE(offset, Math.min(3, bytes.length - offset)) !== 0xefbfbd) return offset;
  }
  return offset;
}
