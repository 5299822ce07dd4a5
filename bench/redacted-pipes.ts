import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { TaskVoices } from '../src/cli/batch/task-voices.ts';
import { Redaction } from '../src/redaction/redaction.ts';

/** The same as `prefix-pipes.ts` by the way that a batch goes: with twenty secrets to look for, and a log for each task. */
const redaction = new Redaction();
for (let at = 0; at < 20; at += 1)
  redaction.register(`key-${at}`, `sk-ant-api03-${randomBytes(48).toString('base64url')}`);
const voices = new TaskVoices({
  logsDir: 'logs',
  redaction,
  nameOf: (task) => `LLD-${task}`,
  print: (_stream, lines) => writeSync(1, lines),
  onTrouble(message) {
    throw new Error(message);
  },
});
for (const [task, path] of process.argv.slice(2).entries()) {
  const child = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', (chunk: Buffer) => voices.hear(String(task), 'stdout', chunk));
  child.stdout.on('end', () => voices.end(String(task)));
}
