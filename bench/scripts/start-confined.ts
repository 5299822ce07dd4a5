import { fileURLToPath } from 'node:url';
import { type ProgramEnd, runProgram } from '../../src/programs/subprocess.ts';
import { openSandbox } from '../../src/sandbox/open-sandbox.ts';
import type { ConfinedOrder } from '../../src/sandbox/sandbox.ts';

/** Starts programs that do nothing, in every way and in turn; prints how long each takes from order to end. */
const rounds = 21;
const [, , folder = ''] = process.argv;
const path = process.env['PATH'] ?? '';
const sandbox = await openSandbox({ mode: 'required', network: 'gateway', home: process.env['HOME'] ?? '/', path });
const forwarder = fileURLToPath(new URL('../../dist/forwarder.cjs', import.meta.url));

function order(program: string, ...args: string[]): ConfinedOrder {
  return {
    ...{ program, args, folder, environment: { PATH: path }, input: '' },
    limits: { idleMs: 60_000, wallMs: 60_000, maxOutputBytes: 4096 },
    isWaiting: () => false,
    signal: new AbortController().signal,
    ...{ writable: [folder], protected: [forwarder], hidden: [], network: 'none', relaySocket: null, relayPort: null },
  };
}

const ways: Readonly<Record<string, () => Promise<ProgramEnd>>> = {
  plainMs: () => runProgram(order('/bin/true')),
  confinedMs: () => sandbox.run(order('/bin/true')),
  // As it is built: the sources are compiled with every start.
  relayedMs: () => sandbox.run(order(process.execPath, forwarder, '/nowhere', '4000', '/bin/true')),
  nodeMs: () => runProgram(order(process.execPath, '-e', '0')),
};

const samples = new Map<string, number[]>();
// The first round only warms caches.
for (let round = 0; round <= rounds; round += 1)
  for (const [name, start] of Object.entries(ways)) {
    const startedAt = performance.now();
    const end = await start();
    if (end.kind !== 'exited' || end.code !== 0) throw new Error(`${name}: ${JSON.stringify(end)}`);
    samples.set(name, [...(samples.get(name) ?? []), performance.now() - startedAt]);
  }
const medians = [...samples].map(([name, times]) => [name, times.slice(1).sort((a, b) => a - b)[rounds >> 1]]);
process.stdout.write(JSON.stringify(Object.fromEntries(medians)));
