import type { GatewayAccess } from '../model/gateway-access.ts';

/** All that a provider may know of, and do to, the world around it: it is handed in. Paths are relative to the repository. */
export interface Surroundings {
  readonly taskId: string;
  /** Where models are asked; null if this batch asks none. */
  readonly gateway: GatewayAccess | null;
  /** How programs are run; null where none may be. */
  readonly programs: ProgramHouse | null;
  /** The text of a file of the repository; throws AgentOsError. */
  readText(path: string): string;
  /** Adds one line to a file of the repository. */
  appendLine(path: string, line: string): void;
  /** Writes to the task's own output, as it is: a line need not be whole. */
  print(text: string, stream: 'stdout' | 'stderr'): void;
  /** Ends the worker. */
  exit(code: number): never;
}

export interface ProgramHouse {
  /** All that a program may know of our environment: no key is in it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly repoDir: string;
  /** A folder for one run, gone when it is disposed of. */
  openHome(): ProgramHome;
}

export interface ProgramHome extends Disposable {
  readonly dir: string;
  readonly temporaryDir: string;
  /** Always empty, and the same for every run. */
  readonly emptyDir: string;
  /** Puts a file into `dir`, and gives its path. */
  write(name: string, text: string): string;
}
