import { constants } from 'node:os';

/** Those that end a program which did not ask for it. */
const deadly = ['SIGHUP', 'SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV', 'SIGTERM'] as const;

/** The signal that ended a program, where only an exit code tells of it, as of a shell or a sandbox; null for other codes. */
export function signalOf(code: number): string | null {
  return deadly.find((name) => code === 128 + constants.signals[name]) ?? null;
}
