import type { ProgramEnd, ProgramOrder } from '../programs/subprocess.ts';

/** `gateway`: its own loopback, on which only the relay of its run is found. `host`: the machine's. */
export type SandboxNetwork = 'gateway' | 'none' | 'host';

/** A program, and what it may touch. Absolute paths. */
export interface ConfinedOrder extends ProgramOrder {
  /** Folders that it may change; everything else can be read at most. */
  readonly writable: readonly string[];
  /** Inside writable folders: these cannot be changed. */
  readonly protected: readonly string[];
  /** These are not there for it. */
  readonly hidden: readonly string[];
  readonly network: SandboxNetwork;
  /** The unix socket that is served on loopback inside, for `gateway`. */
  readonly relaySocket: string | null;
  /** The port on 127.0.0.1 on which it is served inside. */
  readonly relayPort: number | null;
  /** What it says while it runs, on either stream. */
  onOutput?(chunk: Buffer, stream: 'stdout' | 'stderr'): void;
}

/** How programs of others are run for a task. */
export interface Sandbox {
  /** `none`: programs may do whatever the user may; `reason` says why. */
  readonly level: 'bwrap' | 'none';
  readonly reason: string | null;
  /** Contract: as `runProgram`. Never rejects, and when it resolves nothing that it started is left. */
  run(order: ConfinedOrder): Promise<ProgramEnd>;
}
