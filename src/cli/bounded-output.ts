import type { Writable } from 'node:stream';
import type { Redacted } from '../model/redacted.ts';

/** A file that is written at once, or a stream whose queue grows while its reader is slow. */
export type Output = Writable | { write(text: Redacted): unknown };

export interface BoundedOutputOptions {
  /** How many bytes may wait for the reader; 1 MiB if absent. */
  readonly limitBytes?: number;
  /** Called with the number of lines, when the line that stands for them is written. */
  onDropped?(lines: number): void;
}

const longestQueue = 1024 * 1024;

/**
 * Output that a slow reader cannot turn into memory: lines that find no room are left out, and one line says how many
 * once the reader has caught up. A reader that went away takes nothing more, quietly.
 */
export class BoundedOutput {
  readonly #output: Output;
  readonly #limitBytes: number;
  readonly #onDropped: (lines: number) => void;
  #droppedLines = 0;
  /** From the first line left out until the queue is empty: a gap has one beginning and one end. */
  #isBehind = false;
  #isDead = false;

  /** Whoever owns the stream listens to its errors. */
  constructor(output: Output, { limitBytes = longestQueue, onDropped = () => {} }: BoundedOutputOptions = {}) {
    this.#output = output;
    this.#limitBytes = limitBytes;
    this.#onDropped = onDropped;
  }

  /** Whole lines, each of which may be left out. */
  write(lines: Redacted): void {
    if (isQueueing(this.#output)) this.#offer(this.#output, Buffer.from(lines));
    else this.#output.write(lines);
  }

  #offer(stream: Writable, lines: Buffer): void {
    const room = this.#isBehind ? 0 : this.#limitBytes - stream.writableLength;
    const fitting = lines.length <= room ? lines.length : endOfLastLine(lines, room);
    if (fitting > 0) this.#send(stream, lines.subarray(0, fitting));
    if (fitting === lines.length) return;
    this.#droppedLines += countLines(lines.subarray(fitting));
    this.#isBehind = true;
    this.#catchUp(stream);
  }

  #send(stream: Writable, bytes: Buffer): void {
    if (this.#isDead || bytes.length === 0) return;
    stream.write(bytes, (error) => {
      if (error) this.#isDead = true;
      this.#catchUp(stream);
    });
  }

  #catchUp(stream: Writable): void {
    if (stream.writableLength > 0) return;
    this.#isBehind = false;
    this.#announce(stream);
  }

  #announce(stream: Writable): void {
    const count = this.#droppedLines;
    if (count === 0 || this.#isDead) return;
    this.#droppedLines = 0;
    this.#onDropped(count);
    const lines = count === 1 ? '1 line' : `${count} lines`;
    const notice = `[COORDINATOR] ${lines} left out here: the reader was too slow; the logs have them all\n`;
    this.#send(stream, Buffer.from(notice));
  }
}

/** A file is written before `write` returns: nothing waits, nothing is left out. */
function isQueueing(output: Output): output is Writable {
  return 'writableLength' in output;
}

function endOfLastLine(bytes: Buffer, room: number): number {
  return room <= 0 ? 0 : bytes.lastIndexOf(0x0a, room - 1) + 1;
}

/** The last may lack its newline. */
function countLines(bytes: Buffer): number {
  let count = bytes.at(-1) === 0x0a ? 0 : 1;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
