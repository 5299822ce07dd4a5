import type { ProgramEnd } from '../../src/programs/subprocess.ts';
import { type OpenedSandbox, openSandbox } from '../../src/sandbox/open-sandbox.ts';
import type { ConfinedOrder } from '../../src/sandbox/sandbox.ts';

const path = process.env['PATH'] ?? '';

/** The real one of this machine, for tests that need bwrap. */
export async function openRealSandbox(home = process.env['HOME'] ?? '/root'): Promise<OpenedSandbox> {
  return await openSandbox({ mode: 'required', network: 'gateway', home, path });
}

/** A script for a shell in a folder that it may change. */
export function makeOrder(folder: string, script: string, changes: Partial<ConfinedOrder> = {}): ConfinedOrder {
  return {
    program: '/bin/sh',
    args: ['-c', script],
    folder,
    environment: { PATH: path },
    input: '',
    limits: { idleMs: 60_000, wallMs: 60_000, maxOutputBytes: 1024 * 1024 },
    isWaiting: () => false,
    signal: new AbortController().signal,
    writable: [folder],
    protected: [],
    hidden: [],
    network: 'none',
    relaySocket: null,
    relayPort: null,
    ...changes,
  };
}

export function stdoutOf(end: ProgramEnd): string {
  if (end.kind !== 'exited') throw new Error(JSON.stringify(end));
  return end.stdout;
}
