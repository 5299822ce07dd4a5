import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws what the system says if nothing may be written into a folder, or where it would have to be made. */
export function expectWritable(folder: string): void {
  // The dot: only a folder has one.
  if (existsSync(folder)) accessSync(`${folder}/.`, constants.W_OK | constants.X_OK);
  else expectWritable(dirname(folder));
}
