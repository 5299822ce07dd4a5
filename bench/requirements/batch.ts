import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { agentosBin } from '../timed-process.ts';
import type { BenchRepository } from './repository.ts';

/** How a run of the built program ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly wallMs: number;
  /** Of the program's own process, as it grew; what its workers use is not in it. */
  readonly cpu: readonly CpuSample[];
  /** Of all processes that it started and waited for, too. */
  readonly treeCpuMs: number;
}

/** What a process has taken of the processor until then. */
interface CpuSample {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly cpuMs: number;
}

const sampleMs = 20;

/** Runs `agentos` in a repository, and watches what its own process takes of the processor. Linux only. */
export async function runProgram(repository: BenchRepository, args: readonly string[]): Promise<ProgramEnd> {
  const startedAt = performance.now();
  const childrenMs = readCpuMs('self', 13);
  const child = spawn(process.execPath, [agentosBin, ...args], {
    cwd: repository.folder,
    env: { ...process.env, ...repository.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const cpu: CpuSample[] = [];
  const timer = setInterval(() => {
    const cpuMs = readCpuMs(child.pid ?? 0, 11);
    if (cpuMs > 0) cpu.push({ at: Date.now(), cpuMs });
  }, sampleMs);
  try {
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const wallMs = performance.now() - startedAt;
    const treeCpuMs = readCpuMs('self', 13) - childrenMs;
    return { code: typeof code === 'number' ? code : null, stdout, stderr, wallMs, cpu, treeCpuMs };
  } finally {
    clearInterval(timer);
  }
}

/** What was taken until then. */
export function cpuUntil({ cpu }: ProgramEnd, at: number): number {
  return cpu.findLast((sample) => sample.at <= at)?.cpuMs ?? 0;
}

/** A tick of the kernel's account. */
const tickMs = 10;

/** User and system time, which stand at these two places of the account; 0 when the process is gone. */
export function readCpuMs(process: number | 'self', at: 11 | 13): number {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    // The name of the program stands in brackets, and may hold spaces; the fields behind it do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[at]) + Number(fields[at + 1])) * tickMs;
  } catch {
    return 0;
  }
}
