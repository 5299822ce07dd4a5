import { readFileSync } from 'node:fs';

/**
 * When a process started, in the kernel's own count since boot: with the pid and the boot it names a process for ever.
 * Null if there is no such process, or where the system does not say.
 */
export function readStartTime(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The name of the program stands in brackets and may hold any character; 20 fields after it comes the start.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

/** Changes with every start of the machine; null where the system does not say. */
export function readBootId(): string | null {
  return readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
