import { readFileSync } from 'node:fs';

/** Changes with every start of the machine; null where the system does not say. */
export function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
