import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { OutputPrefixer } from '../src/parallel/output-prefixer.ts';

/** Prefixes the files named as arguments, each from a process and a pipe of its own, to stdout. */
for (const [task, path] of process.argv.slice(2).entries()) {
  const prefixer = new OutputPrefixer({ prefix: `[LLD-${task}] `, write: (lines) => writeSync(1, lines) });
  const child = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', (chunk: Buffer) => prefixer.push(chunk));
  child.stdout.on('end', () => prefixer.end());
}
