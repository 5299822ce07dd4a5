import type { StricliProcess } from '@stricli/core';
import { AgentOsError } from '../model/errors.ts';
import { type ExitCode, exitCodeOf } from '../model/exit-codes.ts';
import { escapeUnsafe, renderJson, showSafely } from '../model/text.ts';

/** Where a command stands: results go to stdout, words for the person to stderr. */
export interface Door {
  readonly cwd: string;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** What the parser hands to a command. */
export interface Context {
  readonly process: StricliProcess;
  readonly door: Door;
  /** A command only chooses its work: it is done when the parser has finished, and its errors are not the parser's. */
  choose(work: Work): void;
}

/** What a command does; its answer is the exit code. */
export type Work = () => Promise<ExitCode>;

/** Does a command's work; trouble that we can explain becomes a message and an exit code. */
export async function answer(door: Door, isJson: boolean, work: Work): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    refuse(door, isJson, error instanceof AgentOsError ? error : describeDefect(error));
    return exitCodeOf(error);
  }
}

/** With `--json` the one document on stdout is the error. */
function refuse(door: Door, isJson: boolean, { code, message }: AgentOsError): void {
  complain(door, message);
  if (isJson) door.stdout.write(renderJson({ schemaVersion: 1, error: { code, message } }));
}

/** What we cannot explain is our own defect: it says so, with the place. */
function describeDefect(error: unknown): AgentOsError {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new AgentOsError('DEFECT', `this is a defect of agentos, please report it: ${stack}`);
}

export function announce(door: Door, message: string): void {
  door.stderr.write(`[COORDINATOR] ${showSafely(message)}\n`);
}

function complain(door: Door, message: string): void {
  door.stderr.write(`agentos: ${escapeUnsafe(message)}\n`);
}
