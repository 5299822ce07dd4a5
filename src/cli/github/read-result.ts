import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { fieldOf, parseJson } from '../../model/json.ts';
import { readFileBytes } from '../../store/text-file.ts';
import type { DueComment } from './due-comments.ts';

/** What the files say of a result; null where they do not, or where they are not the ones that were written. */
export interface ResultFacts {
  readonly rounds: number | null;
  /** What the design is for, in its own words. */
  readonly objective: string | null;
}

const largestFile = 16 * 1024 * 1024;

export function readResult(repoDir: string, { task, record, documentSha256 }: DueComment): ResultFacts {
  if (documentSha256 === null) return { rounds: record.rounds === 0 ? null : record.rounds, objective: null };
  const document = readIfPossible(resolve(repoDir, task.outputPath));
  const isSame = document !== null && hash('sha256', document, 'hex') === documentSha256;
  const approval = readIfPossible(join(repoDir, 'docs/lineage', `${task.id}-lld`, 'approval.json'));
  return {
    rounds: readRounds(approval?.toString('utf8') ?? '', documentSha256),
    objective: isSame ? (document.toString('utf8').match(/^[*-] \*\*Objective:\*\* (.+)$/m)?.[1] ?? null) : null,
  };
}

function readRounds(text: string, documentSha256: string): number | null {
  const data = parseJson(text);
  const rounds = fieldOf(data, 'rounds');
  return fieldOf(data, 'documentSha256') === documentSha256 && Number.isSafeInteger(rounds) ? Number(rounds) : null;
}

function readIfPossible(path: string): Buffer | null {
  try {
    return readFileBytes(path, largestFile);
  } catch (error) {
    if (error instanceof AgentOsError) return null;
    throw error;
  }
}
