import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { RedactedData } from '../model/redacted.ts';
import { writeAtomically } from './atomic-writer.ts';
import { batchFolder } from './batch-folder.ts';
import { listBatches } from './journal-reader.ts';
import { readTextFile } from './text-file.ts';
import { explainWriting } from './trouble.ts';

const largestAnswer = 64 * 1024;

/** What a person answered to a gate of a task; null if nobody has. */
export function loadAnswer(baseDir: string, taskId: string, gate: string): unknown {
  const path = findAnswer(baseDir, taskId, gate);
  if (path === null) return null;
  try {
    const data: unknown = JSON.parse(readTextFile(path, largestAnswer).text);
    if (data !== null) return data;
    throw new Error('it holds nothing');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AgentOsError('ANSWER_INVALID', `${path} is no answer: ${why}`, { cause: error });
  }
}

/** Asked again and again while a batch runs: what cannot be read now is no answer yet. */
export function hasAnswer(baseDir: string, taskId: string, gate: string): boolean {
  try {
    return findAnswer(baseDir, taskId, gate) !== null;
  } catch (error) {
    if (error instanceof AgentOsError) return false;
    throw error;
  }
}

/** The latest of all batches: a gate is bound to its checkpoint, and any batch may be the one that goes on with it. */
function findAnswer(baseDir: string, taskId: string, gate: string): string | null {
  for (const batch of listBatches(baseDir).reverse()) {
    const path = answerPath({ baseDir, batch, taskId, gate });
    if (existsSync(path)) return path;
  }
  return null;
}

/** A question of a task, and the batch in which it was asked. */
export interface AskedGate {
  readonly baseDir: string;
  readonly batch: string;
  readonly taskId: string;
  readonly gate: string;
}

/** Appears whole; a later answer to the same question takes its place. Throws ANSWER_TOO_LONG for what cannot be read again. */
export function saveAnswer(asked: AskedGate, answer: RedactedData<object>): void {
  const path = answerPath(asked);
  const text = `${JSON.stringify({ schemaVersion: 1, ...answer })}\n`;
  refuseLong(Buffer.byteLength(text));
  explainWriting(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, text, randomBytes(6).toString('hex'));
  });
}

function refuseLong(bytes: number): void {
  if (bytes <= largestAnswer) return;
  const fix = 'say it in fewer words, or put it into the issue';
  throw new AgentOsError('ANSWER_TOO_LONG', `the answer has ${bytes} bytes, and ${largestAnswer} are kept: ${fix}`);
}

function answerPath({ baseDir, batch, taskId, gate }: AskedGate): string {
  return join(batchFolder(baseDir, batch), 'answers', `${taskId}-${gate}.json`);
}
