import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** Counted behind the name of the program, which may hold anything: the fields `env_start` and `env_end` of proc(5). */
const startField = 47;
const endField = 48;

/**
 * Linux shows to other processes of the user, for as long as a process lives, the environment that it was started with.
 * This overwrites there the values of variables that are not in the environment any more. Contract: never throws; where
 * it cannot be done, it is not done.
 */
export function wipeEnvironment(names: readonly string[]): void {
  if (names.length > 0) withFile('/proc/self/mem', (memory) => wipe(memory, names));
}

/** Linux: no memory of this process is in a core dump from now on. Contract: as above. */
export function emptyCoreDumps(): void {
  withFile('/proc/self/coredump_filter', (filter) => void writeSync(filter, '0'));
}

/** Another system, or one that does not let us, is left alone. */
function withFile(path: string, work: (fd: number) => void): void {
  try {
    const fd = openSync(path, 'r+');
    try {
      work(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // It was worth a try.
  }
}

function wipe(memory: number, names: readonly string[]): void {
  const { start, end } = findBlock();
  /** With a zero before it, as every variable has one but the first. */
  const block = Buffer.alloc(end - start + 1);
  readSync(memory, block, 1, end - start, start);
  for (const name of names) {
    const head = `\0${name}=`;
    const at = block.indexOf(head) + head.length;
    const length = block.indexOf(0, at) - at;
    if (at >= head.length && length > 0) writeSync(memory, Buffer.alloc(length), 0, length, start + at - 1);
  }
}

function findBlock(): { start: number; end: number } {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { start: Number(fields[startField]), end: Number(fields[endField]) };
}
