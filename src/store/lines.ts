import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { AgentOsError, errnoOf } from '../model/errors.ts';

/** A line without its newline, and the offset behind it. */
export interface Line {
  readonly bytes: Buffer;
  readonly end: number;
}

const largestChunk = 1024 * 1024;

/** Never blocks on a FIFO, never follows a link. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * The whole lines of a file of any size, in memory bounded by `maxLineBytes`; what follows the last newline is left
 * out. Throws AgentOsError for what is no readable file, and for a longer line.
 */
export function* readLines(path: string, maxLineBytes: number): Generator<Line> {
  const { fd, size } = openFile(path);
  try {
    yield* splitLines(readChunks(path, fd, Math.min(size + 1, largestChunk)), path, maxLineBytes);
  } finally {
    closeSync(fd);
  }
}

function* splitLines(chunks: Iterable<Buffer>, path: string, maxLineBytes: number): Generator<Line> {
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  let offset = 0;
  for (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
      const bytes = chunk.subarray(start, at);
      start = at + 1;
      yield { bytes: carriedBytes === 0 ? bytes : Buffer.concat([...carried, bytes]), end: offset + start };
      carried = [];
      carriedBytes = 0;
    }
    carried.push(chunk.subarray(start));
    carriedBytes += chunk.length - start;
    offset += chunk.length;
    if (carriedBytes > maxLineBytes) throw new AgentOsError('FILE_TOO_LARGE', `${path} has a line without an end`);
  }
}

/** A buffer of its own each time: lines that were handed out stay as they are. */
function* readChunks(path: string, fd: number, chunkBytes: number): Generator<Buffer> {
  for (;;) {
    const buffer = Buffer.allocUnsafeSlow(chunkBytes);
    const count = explainReading(path, () => readSync(fd, buffer));
    if (count === 0) return;
    yield buffer.subarray(0, count);
  }
}

function openFile(path: string): { fd: number; size: number } {
  const fd = explainReading(path, () => openSync(path, openFlags));
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, size: stat.size };
  closeSync(fd);
  throw new AgentOsError('FILE_NOT_REGULAR', `${path} is no regular file`);
}

function explainReading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new AgentOsError('FILE_UNREADABLE', `${path} cannot be read (${errnoOf(error)})`, { cause: error });
  }
}
