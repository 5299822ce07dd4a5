import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findLeak } from '../redaction/oracle.ts';

/** Where a key can be read, in whatever spelling: `stderr: sk-ant-… (plain)`. */
export function findKeys(places: Readonly<Record<string, string>>, keys: readonly string[]): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    keys
      .map((key) => findLeak(text, key))
      .filter((leak) => leak !== null)
      .map((leak) => `${place}: ${leak}`),
  );
}

/** Every file below a folder with all its bytes, and the names of all; without what lies below the left out ones. */
export function readEverything(folder: string, leftOut: readonly string[] = []): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !leftOut.some((path) => name === path || name.startsWith(`${path}/`)),
  );
  const files = names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
  return {
    'names of files': names.join('\n'),
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')])),
  };
}

export interface RecordedPrograms {
  /** The variable that makes everybody start the recording ones. */
  readonly path: string;
  /** The name, environment and arguments of each that was started. */
  starts(): string[];
}

/** Puts programs before those of the system that write down how they were started, and then are the real ones. */
export function recordPrograms(folder: string, names: readonly string[]): RecordedPrograms {
  const record = join(folder, 'starts');
  mkdirSync(record, { recursive: true });
  for (const name of names) {
    const real = findProgram(name);
    if (real === null) continue;
    const path = join(folder, name);
    const start = `{ echo ${name}; tr '\\0' '\\n' </proc/$$/environ; tr '\\0' ' ' </proc/$$/cmdline; } >"${record}/$$-${name}"`;
    writeFileSync(path, `#!/bin/sh\n${start}\nexec ${real} "$@"\n`);
    chmodSync(path, 0o755);
  }
  return {
    path: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    starts: () => readdirSync(record).map((name) => readFileSync(join(record, name), 'latin1')),
  };
}

function findProgram(name: string): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return places.find((path) => existsSync(path)) ?? null;
}
