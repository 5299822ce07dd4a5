import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';

interface Timed {
  readonly plainMs: number;
  readonly confinedMs: number;
  readonly relayedMs: number;
  readonly nodeMs: number;
}

/** Starting a program confined and with a relay: no more than confining it and starting Node, which the relay needs. */
export const sandbox: Measurement = {
  name: 'sandbox',
  measure(folder) {
    const script = fileURLToPath(new URL('./scripts/start-confined.ts', import.meta.url));
    const timed: Timed = JSON.parse(execFileSync(process.execPath, [script, folder], { encoding: 'utf8' }));
    return {
      what: 'sandbox with relay ÷ sandbox + node',
      measured: timed.relayedMs / (timed.confinedMs + timed.nodeMs),
      limit: 1.5,
      unit: '×',
      trouble: null,
      raw: { ...timed },
    };
  },
};
