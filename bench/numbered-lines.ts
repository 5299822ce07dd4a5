import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';

const lineBytes = 80;
const newline = 0x0a;
const pieceBytes = 4 * 1024 * 1024;

/** A file of lines of 80 bytes that say whose they are and which: `3 0000123 xxx…`. */
export function writeNumberedLines(path: string, task: number, count: number): void {
  const filler = 'x'.repeat(lineBytes);
  const lines = Array.from({ length: count }, (_, at) =>
    `${task} ${String(at).padStart(7, '0')} ${filler}`.slice(0, lineBytes - 1),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
}

/** How many such lines stand in a file whole, after the prefix of their own task and in their order. */
export function countWholeLines(path: string, prefixes: readonly string[]): number {
  const wanted = prefixes.map((prefix) => Buffer.from(prefix));
  const nextOf = prefixes.map(() => 0);
  let whole = 0;
  for (const line of scanLines(path)) {
    const body = line.length - lineBytes + 1;
    const task = (line[body] ?? 0) - 0x30;
    const number = Number(line.toString('latin1', body + 2, body + 9));
    const isWhole = wanted[task]?.equals(line.subarray(0, body)) === true && number >= (nextOf[task] ?? 0);
    if (!isWhole) continue;
    nextOf[task] = number + 1;
    whole += 1;
  }
  return whole;
}

/** Valid until the next one. */
function* scanLines(path: string): Generator<Buffer> {
  const fd = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(pieceBytes);
  let held = 0;
  for (let count = -1; count !== 0; ) {
    count = readSync(fd, buffer, held, buffer.length - held, null);
    const bytes = buffer.subarray(0, held + count);
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    held = bytes.copy(buffer, 0, start);
  }
  closeSync(fd);
}
