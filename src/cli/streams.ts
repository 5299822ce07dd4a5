import { fstatSync, writeSync } from 'node:fs';
import { exitCodes } from '../model/exit-codes.ts';
import type { Redacted } from '../model/redacted.ts';

/** A reader that went away, or a terminal that was closed, ends output quietly; output that cannot be stored is an error. */
export function guardStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || (error.code === 'EIO' && process.stdout.isTTY)) return;
    process.stderr.write(`agentos: output could not be written: ${error.message}\n`);
    process.exitCode = exitCodes.storage;
  });
  process.stderr.on('error', () => {});
}

/** Every byte, or an error: a full disk may take a part of a write and say nothing of the rest. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

/** Where results go. A file is written whole or the error is told; everything else is a stream that waits. */
export function openStdout(): { write(text: Redacted): unknown } {
  if (!fstatSync(1).isFile()) return process.stdout;
  return {
    write(text) {
      try {
        writeAll(1, text);
      } catch (error) {
        process.stdout.emit('error', error);
      }
    },
  };
}
