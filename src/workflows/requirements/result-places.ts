import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { readFileBytes } from '../../store/text-file.ts';
import { lineageFolder } from './lineage.ts';
import type { RequirementsOrder } from './order.ts';

const largestFile = 16 * 1024 * 1024;

/** What stands in the places of the results; contents are null if the lineage has them already. */
export interface Places {
  /** The hash of the design there; null if there is none. */
  readonly replaces: string | null;
  readonly replaced: string | null;
  readonly approval: { readonly base64: string | null; readonly sha256: string } | null;
}

/** What shall stand there. */
export interface OwnResults {
  readonly document: string;
  readonly record: string;
}

export function approvalPath(taskId: string): string {
  return `${lineageFolder(taskId)}/approval.json`;
}

export function readPlaces({ repoDir, task }: RequirementsOrder): Places {
  const present = readIfThere(join(repoDir, task.outputPath));
  const approval = readIfThere(join(repoDir, approvalPath(task.id)));
  const kept = present === null && approval === null ? new Set() : hashesIn(join(repoDir, lineageFolder(task.id)));
  const toKeep = (content: Buffer) => (kept.has(hashOf(content)) ? null : content.toString('base64'));
  return {
    replaces: present && hashOf(present),
    replaced: present && toKeep(present),
    approval: approval && { base64: toKeep(approval), sha256: hashOf(approval) },
  };
}

/** Whether there is by now what is neither known nor ours. */
export function hasChanged({ repoDir, task }: RequirementsOrder, places: Places, own: OwnResults): boolean {
  const isOther = (path: string, known: string | null | undefined, result: string) => {
    const present = readIfThere(join(repoDir, path));
    return present !== null && ![known, hashOf(result)].includes(hashOf(present));
  };
  return (
    isOther(task.outputPath, places.replaces, own.document) ||
    isOther(approvalPath(task.id), places.approval?.sha256, own.record)
  );
}

function hashesIn(folder: string): Set<string> {
  const isThere = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const names = isThere ? readdirSync(folder).filter((name) => /^\d{3,15}-\w+\.(?:md|json)$/.test(name)) : [];
  const contents = names.flatMap((name) => readIfThere(join(folder, name)) ?? []);
  return new Set(contents.map(hashOf));
}

function readIfThere(path: string): Buffer | null {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return readFileBytes(path, largestFile);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    throw new AgentOsError('FILE_UNWRITABLE', `${path} stands where a result belongs: ${error.message}`, {
      cause: error,
    });
  }
}

function hashOf(content: string | Buffer): string {
  return hash('sha256', content, 'hex');
}
