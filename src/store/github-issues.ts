import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { writeAtomically } from './atomic-writer.ts';
import { githubFolder, makeGithubFolder } from './github-folder.ts';
import { readFileBytes } from './text-file.ts';
import { explainWriting } from './trouble.ts';

type Repository = Parameters<typeof githubFolder>[1];

const mostRecorded = 20;

/** Where the file of an issue lies, or would. */
export function issueFilePath(baseDir: string, repository: Repository, number: number): string {
  return join(githubFolder(baseDir, repository), 'issues', `${number}.md`);
}

/** From here on it is what workers read. One that says the same already is left alone. */
export function writeIssueFile(baseDir: string, repository: Repository, number: number, content: Buffer): void {
  const path = issueFilePath(baseDir, repository, number);
  explainWriting(path, () => {
    const folder = makeGithubFolder(baseDir, repository, 'issues');
    if (readIfPossible(path, content.length)?.equals(content)) return;
    writeAtomically(join(folder, `${number}.md`), content, randomBytes(6).toString('hex'));
  });
}

export interface RecordPlace {
  readonly repoDir: string;
  readonly baseDir: string;
  readonly repository: Repository;
  readonly maxBytes: number;
}

/** The issue as it was when it was worked on: by its lineage, the latest first, then by the file that is there. */
export function listRecordedIssues({ repoDir, baseDir, repository, maxBytes }: RecordPlace, number: number): Buffer[] {
  const lineage = join(repoDir, 'docs/lineage', `${number}-lld`);
  const names = existsSync(lineage) ? readdirSync(lineage).filter((name) => /^\d{3,}-issue\.md$/.test(name)) : [];
  const latest = names.sort((a, b) => (numberOf(b) < numberOf(a) ? -1 : 1)).slice(0, mostRecorded);
  const paths = [...latest.map((name) => join(lineage, name)), issueFilePath(baseDir, repository, number)];
  return paths.flatMap((path) => readIfPossible(path, maxBytes) ?? []);
}

/** A lineage never ends: neither may its numbers. */
function numberOf(name: string): bigint {
  return BigInt(name.slice(0, name.indexOf('-')));
}

function readIfPossible(path: string, maxBytes: number): Buffer | null {
  try {
    return existsSync(path) ? readFileBytes(path, maxBytes) : null;
  } catch (error) {
    if (error instanceof AgentOsError) return null;
    throw error;
  }
}
