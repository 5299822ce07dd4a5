import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { RedactedData } from '../model/redacted.ts';
import { writeAtomically } from './atomic-writer.ts';
import { readTextFile } from './text-file.ts';
import { explainWriting } from './trouble.ts';

const largestAnswer = 64 * 1024;

/** What a person answered to a gate of a task; null if nobody has. */
export function loadAnswer(answersDir: string, taskId: string, gate: string): unknown {
  const path = answerPath(answersDir, taskId, gate);
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readTextFile(path, largestAnswer).text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AgentOsError('ANSWER_INVALID', `${path} is no answer: ${why}`, { cause: error });
  }
}

export function hasAnswer(answersDir: string, taskId: string, gate: string): boolean {
  return existsSync(answerPath(answersDir, taskId, gate));
}

/** Appears whole; a later answer to the same question takes its place. Throws ANSWER_TOO_LONG for what cannot be read again. */
export function saveAnswer(answersDir: string, taskId: string, gate: string, answer: RedactedData<object>): void {
  const path = answerPath(answersDir, taskId, gate);
  const text = `${JSON.stringify({ schemaVersion: 1, ...answer })}\n`;
  refuseLong(Buffer.byteLength(text));
  explainWriting(path, () => {
    mkdirSync(answersDir, { recursive: true });
    writeAtomically(path, text, randomBytes(6).toString('hex'));
  });
}

function refuseLong(bytes: number): void {
  if (bytes <= largestAnswer) return;
  const fix = 'say it in fewer words, or put it into the issue';
  throw new AgentOsError('ANSWER_TOO_LONG', `the answer has ${bytes} bytes, and ${largestAnswer} are kept: ${fix}`);
}

function answerPath(answersDir: string, taskId: string, gate: string): string {
  return join(answersDir, `${taskId}-${gate}.json`);
}
