import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { bin, type StartOptions } from './processes.ts';

export interface TerminalRun {
  /** `type …`, `size ROWS COLS`, `hang`: see pty.c. */
  order(line: string): void;
  /** Everything that appeared on the terminal; null until it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly screen: string }>;
}

/** The built program on a terminal of its own. */
export function startOnTerminal(pty: string, args: readonly string[], { cwd, env = {} }: StartOptions): TerminalRun {
  const child = spawn(pty, ['24', '100', process.execPath, bin, ...args], {
    cwd,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NO_COLOR: undefined, CI: undefined, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.on('error', () => {});
  return {
    order: (line) => child.stdin.write(`${line}\n`),
    ended: Promise.all([closed, text(child.stdout)]).then(([code, screen]) => ({ code, screen })),
  };
}
