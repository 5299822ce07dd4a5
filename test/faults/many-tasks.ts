import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkRepository } from './checker.ts';
import { type Started, startAgentos } from './processes.ts';
import { listDesigns, requirements } from './scripts.ts';
import { readLedger, writeTasks } from './six-tasks.ts';

export interface ManyTasks {
  readonly violations: readonly string[];
  readonly seconds: number;
  readonly peakMb: number;
}

const mostMb = 500;

/** E4: a large batch, killed in the middle and gone on with: everything done once, in bounded memory. */
export async function runManyTasks(count: number, base: string): Promise<ManyTasks> {
  const repo = mkdtempSync(join(base, 'many-'));
  mkdirSync(join(repo, 'docs'));
  const ids = Array.from({ length: count }, (_, at) => String(at + 1));
  writeTasks(repo, ids, { schemaVersion: 1, ledger: 'ledger.txt', tasks: {} });
  const startedAt = performance.now();
  const first = startAgentos(requirements(10, '--quiet'), { cwd: repo, longestMs: Number.POSITIVE_INFINITY });
  const half = await watch(first, () => readLedger(repo).size > count);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = startAgentos(['resume', '--quiet'], { cwd: repo, longestMs: Number.POSITIVE_INFINITY });
  const whole = await watch(second, () => false);
  const { code, stderr } = await second.ended;
  const peakMb = Math.max(half, whole);
  const repeated = [...readLedger(repo).values()].reduce((sum, times) => sum + times, 0) - 2 * count;
  const violations = [
    ...(code === 0 ? [] : [`resume: exit ${code}: ${stderr.slice(-300)}`]),
    ...(listDesigns(repo).length === count ? [] : [`${listDesigns(repo).length} of ${count} are done`]),
    ...(repeated <= 10 ? [] : [`${repeated} calls were repeated`]),
    ...(peakMb < mostMb ? [] : [`the coordinator took ${peakMb} MB`]),
    ...checkRepository(repo, 'over'),
  ];
  if (violations.length === 0) rmSync(repo, { recursive: true });
  return { violations, seconds: Math.round((performance.now() - startedAt) / 1000), peakMb };
}

/** Until it ends or it is enough; gives back the most memory that it took. */
async function watch({ child, pid }: Started, isEnough: () => boolean): Promise<number> {
  let peakMb = 0;
  while (child.exitCode === null && child.signalCode === null && !isEnough()) {
    peakMb = Math.max(peakMb, readPeakMb(pid));
    await setTimeout(500);
  }
  return peakMb;
}

function readPeakMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(status.match(/^VmHWM:\s+(\d+)/m)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
