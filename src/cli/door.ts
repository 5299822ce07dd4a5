import type { StricliProcess } from '@stricli/core';
import { AgentOsError } from '../model/errors.ts';
import { type ExitCode, exitCodeOf } from '../model/exit-codes.ts';
import type { Redacted } from '../model/redacted.ts';
import { escapeUnsafe, renderJson, showSafely } from '../model/text.ts';
import { describeError } from '../redaction/describe-error.ts';
import type { Redaction } from '../redaction/redaction.ts';

/** Where a command stands: results go to stdout, words for the person to stderr. */
export interface Door {
  readonly cwd: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** What has to be kept out of both. */
  readonly redaction: Redaction;
}

interface Sink {
  write(text: Redacted): unknown;
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
export function refuse(door: Door, isJson: boolean, { code, message }: AgentOsError): void {
  complain(door, message);
  if (isJson) print(door, renderJson({ schemaVersion: 1, error: { code, message } }));
}

/** What we cannot explain is our own defect: it says so, with the place. */
export function describeDefect(error: unknown): AgentOsError {
  return new AgentOsError('DEFECT', `this is a defect of agentos, please report it: ${describeError(error)}`);
}

/** A result. */
export function print({ stdout, redaction }: Door, text: string): void {
  stdout.write(redaction.text(text));
}

export function announce(door: Door, message: string): void {
  tell(door, `[COORDINATOR] ${showSafely(message)}\n`);
}

export function complain(door: Door, message: string): void {
  tell(door, `agentos: ${escapeUnsafe(message)}\n`);
}

function tell({ stderr, redaction }: Door, text: string): void {
  stderr.write(redaction.text(text));
}
