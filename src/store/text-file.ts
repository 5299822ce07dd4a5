import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { AgentOsError } from '../model/errors.ts';

/** A text as read from disk: `sha256` is over the raw bytes, `text` without BOM and with `\n` line ends. */
export interface TextFile {
  readonly text: string;
  readonly sha256: string;
}

/** Never blocks on a FIFO, never follows a link: whoever calls has resolved links and judged where they lead. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

const scratch = Buffer.allocUnsafeSlow(64 * 1024);

export function readTextFile(path: string, maxBytes: number): TextFile {
  const bytes = readBytes(path, maxBytes);
  refuseBinary(bytes);
  const start = hasByteOrderMark(bytes) ? 3 : 0;
  const text = bytes.toString('utf8', start);
  return { text: text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, sha256: hash('sha256', bytes, 'hex') };
}

/** The returned bytes are valid until the next call. */
function readBytes(path: string, maxBytes: number): Buffer {
  const fd = openFile(path);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile())
      throw new AgentOsError('FILE_NOT_REGULAR', `${describeKind(stat)} is not read, only regular files`);
    if (stat.size > maxBytes) throw tooLarge(stat.size, maxBytes);
    return readAll(fd, stat.size, maxBytes);
  } catch (error) {
    throw explain(error);
  } finally {
    closeSync(fd);
  }
}

function readAll(fd: number, size: number, maxBytes: number): Buffer {
  const buffer = size < scratch.length ? scratch : Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(fd, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > maxBytes) throw tooLarge(length, maxBytes);
    if (length === buffer.length) throw new AgentOsError('FILE_UNREADABLE', 'grew while it was read; try again');
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, openFlags);
  } catch (error) {
    throw explain(error);
  }
}

function explain(error: unknown): unknown {
  if (error instanceof AgentOsError || !(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ELOOP')
    return new AgentOsError('LINK_REFUSED', 'the link was not expected here', { cause: error });
  if (error.code === 'ENXIO') return new AgentOsError('FILE_NOT_REGULAR', 'a socket is not read, only regular files');
  return new AgentOsError('FILE_UNREADABLE', `cannot be read (${String(error.code)})`, { cause: error });
}

function describeKind(stat: ReturnType<typeof fstatSync>): string {
  if (stat.isDirectory()) return 'a folder';
  if (stat.isFIFO()) return 'a FIFO';
  if (stat.isSocket()) return 'a socket';
  return 'a device';
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
