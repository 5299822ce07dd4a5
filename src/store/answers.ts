import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { readTextFile } from './text-file.ts';

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

function answerPath(answersDir: string, taskId: string, gate: string): string {
  return join(answersDir, `${taskId}-${gate}.json`);
}
