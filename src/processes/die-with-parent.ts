import { spawnSync } from 'node:child_process';

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A program that the kernel ends together with the process that started it, however busy it is. Where the system has no
 * way to say so, the program is left as it was: null.
 */
export function dieWithParent({ command, args }: CommandLine): CommandLine | null {
  return hasSetpriv() ? { command: 'setpriv', args: [...guard, command, ...args] } : null;
}

const guard = ['--pdeathsig', 'KILL', '--'];
let isKnown: boolean | null = null;

/** For a process that was told: whoever started it has tried. */
export function knowSetpriv(isThere: boolean): void {
  isKnown = isThere;
}

/** There are programs of this name that do not know the flag: trying is the only way to tell. */
function hasSetpriv(): boolean {
  isKnown ??=
    process.platform === 'linux' && spawnSync('setpriv', [...guard, 'true'], { stdio: 'ignore' }).status === 0;
  return isKnown;
}
