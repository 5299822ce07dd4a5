import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { writeAtomically } from './atomic-writer.ts';
import { githubFolder, makeGithubFolder } from './github-folder.ts';
import { readFileBytes } from './text-file.ts';
import { explainWriting } from './trouble.ts';

/** A reply of GitHub's, and by what to ask whether it still holds. */
export interface KeptReply {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly next: string | null;
  /** Only what is read of it. */
  readonly data: unknown;
}

type Repository = Parameters<typeof githubFolder>[1];

const fileName = 'replies.json';
/** What would make the file larger is forgotten, and asked for again. */
const largestFile = 64 * 1024 * 1024;

/** What GitHub said earlier, by URL. What cannot be read is forgotten. */
export function loadReplies(baseDir: string, repository: Repository): Map<string, KeptReply> {
  const path = join(githubFolder(baseDir, repository), fileName);
  if (!existsSync(path)) return new Map();
  try {
    return readReplies(JSON.parse(readFileBytes(path, largestFile).toString('utf8')));
  } catch (error) {
    if (error instanceof AgentOsError || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/** The file appears whole. The first of the replies are the ones that stay if there is no room for all. */
export function saveReplies(
  baseDir: string,
  repository: Repository,
  replies: Iterable<readonly [string, KeptReply]>,
): void {
  const entries: string[] = [];
  let bytes = 0;
  for (const [url, reply] of replies) {
    const entry = JSON.stringify({ url, ...reply });
    bytes += Buffer.byteLength(entry) + 2;
    if (bytes < largestFile - 1024) entries.push(entry);
  }
  const text = `{"schemaVersion":1,"replies":[\n${entries.join(',\n')}\n]}\n`;
  explainWriting(`what GitHub said of ${repository.owner}/${repository.name}`, () => {
    const folder = makeGithubFolder(baseDir, repository);
    writeAtomically(join(folder, fileName), text, randomBytes(6).toString('hex'));
  });
}

/** Whether anything was ever kept: a command that starts nothing leaves no new trace. */
export function hasReplies(baseDir: string, repository: Repository): boolean {
  return existsSync(join(githubFolder(baseDir, repository), fileName));
}

function readReplies(data: unknown): Map<string, KeptReply> {
  const replies = isObject(data) && data['schemaVersion'] === 1 ? data['replies'] : null;
  return new Map((Array.isArray(replies) ? replies : []).flatMap(readReply));
}

function readReply(data: unknown): [string, KeptReply][] {
  if (!isObject(data)) return [];
  const { url, etag, lastModified, next } = data;
  if (typeof url !== 'string' || !isText(etag) || !isText(lastModified) || !isText(next)) return [];
  return [[url, { etag, lastModified, next, data: data['data'] }]];
}

function isText(data: unknown): data is string | null {
  return data === null || typeof data === 'string';
}

function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null;
}
