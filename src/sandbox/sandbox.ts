import type { ProgramEnd, ProgramOrder } from '../programs/subprocess.ts';

/** `gateway`: its own loopback, on which only the relay of its run is found. `host`: the machine's. */
export type SandboxNetwork = 'gateway' | 'none' | 'host';

/**
 * A program, and what it may touch. Paths are absolute and real: one that leads through a link is refused (ELOOP),
 * because whoever was there before may have put it there. Of two paths the deeper one counts.
 */
export interface ConfinedOrder extends ProgramOrder {
  /** Folders that it may change; everything else can be read at most. */
  readonly writable: readonly string[];
  /** These can be read and not changed: inside writable folders, or where nothing else is shown. */
  readonly protected: readonly string[];
  /** These are not there for it; links are followed. The user's home and other private places never are. */
  readonly hidden: readonly string[];
  readonly network: SandboxNetwork;
  /** The unix socket, listened on already, that is served on loopback inside, for `gateway`. */
  readonly relaySocket: string | null;
  /** The port on 127.0.0.1 on which it is served inside. Nobody else is there, so that every port is free. */
  readonly relayPort: number | null;
}

/** How programs of others are run for a task. */
export interface Sandbox {
  /** `none`: programs may do whatever the user may; `reason` says why. */
  readonly level: 'bwrap' | 'none';
  readonly reason: string | null;
  /**
   * Contract: as `runProgram`. Never rejects, and when it resolves nothing that it started is left. A confined program
   * that a signal ended has `exited` with 128 and the signal's number, as a shell would say; one with too many
   * processes was `killed`.
   */
  run(order: ConfinedOrder): Promise<ProgramEnd>;
}
