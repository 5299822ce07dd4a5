import type { StricliProcess } from '@stricli/core';
import { AgentOsError } from '../model/errors.ts';
import { renderJson } from '../model/text.ts';
import { type ExitCode, exitCodeOf } from './exit-codes.ts';

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
}

/** Does a command's work; trouble that we can explain becomes a message and an exit code. */
export async function answer(door: Door, isJson: boolean, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    refuse(door, isJson, error);
    return exitCodeOf(error);
  }
}

/** With `--json` the one document on stdout is the error. */
export function refuse(door: Door, isJson: boolean, { code, message }: AgentOsError): void {
  complain(door, message);
  if (isJson) door.stdout.write(renderJson({ schemaVersion: 1, error: { code, message } }));
}

export function announce(door: Door, message: string): void {
  door.stderr.write(`[COORDINATOR] ${message}\n`);
}

function complain(door: Door, message: string): void {
  door.stderr.write(`agentos: ${message}\n`);
}
