import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';

const mostMs = 2;

interface Asked {
  readonly directMs: number;
  readonly pipedMs: number;
  readonly throughMs: number;
  readonly manyMs: number;
  readonly failed: number;
}

/** What the way through the gateway adds to the first byte of a stream; and that 200 streams at once come through. */
export const gateway: Measurement = {
  name: 'gateway',
  measure(folder) {
    const { directMs, pipedMs, throughMs, manyMs, failed } = askGateway(folder);
    const addedMs = throughMs - directMs;
    return {
      what: `gateway: time added to the first byte ÷ ${mostMs} ms`,
      measured: addedMs / mostMs,
      limit: 1,
      unit: '×',
      trouble: failed === 0 ? null : `${failed} of 200 streams at once failed`,
      raw: { directMs, barePipeMs: pipedMs, throughMs, addedMs, twoHundredStreamsMs: manyMs },
    };
  },
};

function askGateway(folder: string): Asked {
  const script = fileURLToPath(new URL('./scripts/ask-gateway.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, folder], { encoding: 'utf8' }));
}
