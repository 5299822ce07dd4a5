import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentosBin } from '../timed-process.ts';

/** Kills a batch when this many of its tasks are done, resumes it, and says how long its first new step took. */
const [, , folder = '.', killAfter = '500'] = process.argv;

function startAgentos(...args: readonly string[]) {
  return spawn(process.execPath, [agentosBin, ...args], { cwd: folder, stdio: 'ignore' });
}

function readJournal(): string[] {
  const [path] = globSync('.agentos/batches/*/journal.ndjson', { cwd: folder });
  return path === undefined ? [] : readFileSync(`${folder}/${path}`, 'utf8').split('\n').slice(0, -1);
}

function count(lines: readonly string[], kind: string): number {
  return lines.filter((line) => line.includes(`"kind":"${kind}"`)).length;
}

const first = startAgentos('requirements', '--parallel', '8', '--quiet');
while (count(readJournal(), 'task-done') < Number(killAfter)) await sleep(50);
const killed = new Promise((resolve) => first.on('close', resolve));
first.kill('SIGKILL');
await killed;

const known = readJournal();
const startedAt = Date.now();
const second = startAgentos('resume', '--quiet');
const ended = new Promise<number | null>((resolve) => second.on('close', resolve));
let step: string | undefined;
while (step === undefined) {
  step = readJournal()
    .slice(known.length)
    .find((line) => line.includes('"kind":"step-done"'));
  if (step === undefined) await sleep(20);
}
const firstStepMs = JSON.parse(step).at - startedAt;
const code = await ended;
process.stdout.write(JSON.stringify({ firstStepMs, code, done: count(readJournal(), 'task-done') }));
