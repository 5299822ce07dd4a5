import type { GatewayAccess } from '../model/gateway-access.ts';

/** All that a provider may know of, and do to, the world around it: it is handed in. Paths are relative to the repository. */
export interface Surroundings {
  readonly taskId: string;
  /** Where models are asked; null if this batch asks none. */
  readonly gateway: GatewayAccess | null;
  /** The text of a file of the repository; throws AgentOsError. */
  readText(path: string): string;
  /** Adds one line to a file of the repository. */
  appendLine(path: string, line: string): void;
  /** Writes to the task's own output, as it is: a line need not be whole. */
  print(text: string, stream: 'stdout' | 'stderr'): void;
  /** Ends the worker. */
  exit(code: number): never;
}
