import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { lintDocument } from '../../governance/lint.ts';
import { AgentOsError } from '../../model/errors.ts';
import { readFileBytes } from '../../store/text-file.ts';
import type { FileToPublish } from '../workflow.ts';
import type { Approval } from './approve.ts';
import { renderApproval } from './approve.ts';
import type { Desk } from './desk.ts';
import { frameFinal, readDesign } from './frame.ts';
import { lineageFolder } from './lineage.ts';
import type { RequirementsOrder } from './order.ts';
import { factsAt } from './repository.ts';
import { renderReviewLog } from './review-log.ts';
import type { Round } from './round.ts';

const largestFile = 16 * 1024 * 1024;

/** Makes the approved document and its approval. What stood in their places is kept in the lineage first. */
export async function finalize(desk: Desk, rounds: readonly Round[], approval: Approval): Promise<FileToPublish[]> {
  const { context, order, lineage } = desk;
  const {
    document,
    replaced,
    replaces,
    approval: earlier,
  } = await context.step('finalize', () => ({
    document: makeDocument(desk, rounds),
    ...readPlaces(order),
  }));
  if (replaced !== null) await lineage.keep('replaced', Buffer.from(replaced, 'base64'));
  if (earlier !== null) await lineage.keep('approval', Buffer.from(earlier.base64, 'base64'));
  const path = `${lineageFolder(order.task.id)}/approval.json`;
  return [
    lineage.number('final', document),
    { path: order.task.outputPath, content: document, replaces },
    { path, content: renderApproval(approval, hash('sha256', document, 'hex')), replaces: earlier?.sha256 ?? null },
  ];
}

/** Contract: what is written here passes our own checks; anything else would be a defect of ours. */
function makeDocument({ order, issue, brief }: Desk, rounds: readonly Round[]): string {
  const { task, reviewer, repoDir } = order;
  const document = frameFinal(
    { path: task.outputPath, base: issue.base },
    {
      design: readDesign(rounds.at(-1)?.checked.text ?? ''),
      reviews: rounds.length,
      reviewLog: renderReviewLog(rounds, reviewer, brief.decisions),
      issueId: task.id,
      issueText: issue.text,
    },
  );
  const { totals, kind, findings } = lintDocument(document, basename(task.outputPath), () =>
    factsAt(repoDir, issue.base),
  );
  if (kind === 'lld' && totals.error === 0) return document;
  throw new Error(`the final document of ${task.id} does not pass: ${findings[0]?.message ?? kind}`);
}

/** What stands in the places of the results, and whether the lineage has it already. */
function readPlaces({ repoDir, task }: RequirementsOrder) {
  const folder = join(repoDir, lineageFolder(task.id));
  const present = readIfThere(resolve(repoDir, task.outputPath));
  const replaces = present === null ? null : hash('sha256', present, 'hex');
  const isKept = replaces === null || hashesIn(folder).has(replaces);
  const approval = readIfThere(join(folder, 'approval.json'));
  return {
    replaces,
    replaced: isKept ? null : (present?.toString('base64') ?? null),
    approval:
      approval === null ? null : { base64: approval.toString('base64'), sha256: hash('sha256', approval, 'hex') },
  };
}

function hashesIn(folder: string): Set<string> {
  const isThere = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const names = isThere ? readdirSync(folder).filter((name) => /^\d{3,15}-\w+\.md$/.test(name)) : [];
  const contents = names.flatMap((name) => readIfThere(join(folder, name)) ?? []);
  return new Set(contents.map((content) => hash('sha256', content, 'hex')));
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
