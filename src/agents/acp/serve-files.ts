import {
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  RequestError,
  type WriteTextFileRequest,
  type WriteTextFileResponse,
} from '@agentclientprotocol/sdk';
import { AgentOsError } from '../../model/errors.ts';
import { writeInside } from '../../store/worktree-files.ts';
import { readInside } from '../../store/worktree-reading.ts';
import { findInWorktree } from './worktree-paths.ts';

const mostBytes = 16 * 1024 * 1024;

export function serveRead(worktree: string, { path, line, limit }: ReadTextFileRequest): ReadTextFileResponse {
  const text = refusing(path, () => readInside(worktree, toWay(worktree, path), mostBytes).toString('utf8'));
  if (typeof line !== 'number' && typeof limit !== 'number') return { content: text };
  const from = Math.max(0, (line ?? 1) - 1);
  const lines = text.split('\n').slice(from, typeof limit === 'number' ? from + Math.max(0, limit) : undefined);
  return { content: lines.join('\n') };
}

export function serveWrite(worktree: string, { path, content }: WriteTextFileRequest): WriteTextFileResponse {
  refusing(path, () => writeInside(worktree, toWay(worktree, path), content));
  return {};
}

function toWay(worktree: string, path: string): string {
  const way = findInWorktree(worktree, path);
  if (way === null) throw new AgentOsError('PATH_OUTSIDE', 'only files of the worktree can be read and written');
  return way;
}

/** In the words of the protocol. */
function refusing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    if (error.code === 'FILE_MISSING') throw RequestError.resourceNotFound(path);
    throw RequestError.invalidParams({ path }, error.message);
  }
}
