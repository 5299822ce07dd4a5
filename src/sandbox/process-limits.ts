import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { findProgram } from '../programs/find-program.ts';

const maxFileBytes = 2 * 1024 ** 3;
const maxOpenFiles = 65_536;
/** Threads count as well; for root the kernel does not count. */
const maxThreads = 4096;

/**
 * What is put before a program inside, so that the kernel holds its limits: the size of a file, open files, threads, no
 * core files; and so that it is ended first where memory is short. Empty where the machine has no way to say so.
 */
export function makeLimiters(path: string): string[] {
  const prlimit = findProgram('prlimit', path, '/');
  const choom = findProgram('choom', path, '/');
  return [
    ...(choom === null ? [] : [choom, '-n', '500', '--']),
    ...(prlimit === null ? [] : [prlimit, ...listLimits(readHardLimits(), release()), '--']),
  ];
}

export interface HardLimits {
  readonly fileBytes: number;
  readonly openFiles: number;
  readonly threads: number;
}

/** Nobody may raise a limit: where it is lower already it stays. */
export function listLimits(hard: HardLimits, kernel: string): string[] {
  return [
    '--core=0',
    ...(hard.fileBytes > maxFileBytes ? [`--fsize=${maxFileBytes}`] : []),
    ...(hard.openFiles > maxOpenFiles ? [`--nofile=:${maxOpenFiles}`] : []),
    ...(hard.threads > maxThreads && countsByNamespace(kernel) ? [`--nproc=${maxThreads}`] : []),
  ];
}

/** Older kernels count all that the user runs anywhere, which may be more than this from the start. */
function countsByNamespace(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

function readHardLimits(): HardLimits {
  const text = readFileSync('/proc/self/limits', 'utf8');
  const hard = (name: string) => {
    const value = text.match(new RegExp(`^Max ${name} +\\S+ +(\\S+)`, 'm'))?.[1] ?? '0';
    return value === 'unlimited' ? Number.POSITIVE_INFINITY : Number(value);
  };
  return { fileBytes: hard('file size'), openFiles: hard('open files'), threads: hard('processes') };
}
