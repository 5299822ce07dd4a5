import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentosBin } from '../timed-process.ts';

/** Runs a batch whose calls hang, interrupts it when all workers are busy, and says how long it took to end. */
const [, , folder = '.', workers = '10'] = process.argv;
const args = ['requirements', '--parallel', workers, '--drafter', 'scripted:script.json', '--quiet', '--fresh'];
rmSync(`${folder}/calls.txt`, { force: true });
const child = spawn(process.execPath, [agentosBin, ...args], { cwd: folder, stdio: 'ignore' });
const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
while (countCalls() < Number(workers)) await sleep(20);
await sleep(200);
const pids = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1').split(' ').filter(Boolean);
const startedMs = performance.now();
child.kill('SIGINT');
const code = await closed;
const elapsedMs = performance.now() - startedMs;
const left = pids.filter((pid) => existsSync(`/proc/${pid}/exe`)).length;
process.stdout.write(JSON.stringify({ elapsedMs, code, busy: pids.length, left }));

/** Each adds a line when it begins. */
function countCalls(): number {
  const path = `${folder}/calls.txt`;
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}
