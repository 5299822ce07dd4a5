import { exitCodes } from '../model/exit-codes.ts';

/** A reader that went away ends output quietly; output that cannot be stored is an error. */
export function guardStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`agentos: output could not be written: ${error.message}\n`);
    process.exitCode = exitCodes.storage;
  });
  process.stderr.on('error', () => {});
}
