import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentosBin } from '../timed-process.ts';

/** Runs a batch whose calls hang, interrupts it when all workers are busy, and says how long it took to end. */
const [, , folder = '.', workers = '10'] = process.argv;
const args = ['requirements', '--parallel', workers, '--drafter', 'scripted:script.json', '--quiet', '--fresh'];
const before = countStarted();
const child = spawn(process.execPath, [agentosBin, ...args], { cwd: folder, stdio: 'ignore' });
const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
while (countStarted() < before + Number(workers)) await sleep(20);
await sleep(500);
const pids = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1').split(' ').filter(Boolean);
const startedMs = performance.now();
child.kill('SIGINT');
const code = await closed;
const elapsedMs = performance.now() - startedMs;
const left = pids.filter((pid) => globSync(`/proc/${pid}/exe`).length > 0).length;
process.stdout.write(JSON.stringify({ elapsedMs, code, busy: pids.length, left }));

function countStarted(): number {
  const journals = globSync('.agentos/batches/*/journal.ndjson', { cwd: folder });
  const texts = journals.map((path) => readFileSync(`${folder}/${path}`, 'utf8'));
  return texts.join('').split('"kind":"task-started"').length - 1;
}
