import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { lintDocument } from '../../governance/lint.ts';
import type { FileToPublish } from '../workflow.ts';
import type { Approval } from './approve.ts';
import { renderApproval } from './approve.ts';
import type { Desk } from './desk.ts';
import { frameFinal, readDesign } from './frame.ts';
import { factsAt } from './repository.ts';
import { approvalPath, hasChanged, type OwnResults, type Places, readPlaces } from './result-places.ts';
import { renderReviewLog } from './review-log.ts';
import { listReviewed, type Round } from './round.ts';

/** Makes the approved document and its approval. What stood in their places is kept in the lineage first. */
export async function finalize(desk: Desk, rounds: readonly Round[], approval: Approval): Promise<FileToPublish[]> {
  const { context, order, lineage } = desk;
  const { document, ...first } = await context.step('finalize', () => ({
    document: makeDocument(desk, rounds),
    ...readPlaces(order),
  }));
  const record = renderApproval(approval, hash('sha256', document, 'hex'));
  await keepReplaced(desk, first);
  const final = lineage.number('final', document);
  const places = await lookAgain(desk, first, { document, record });
  return [
    final,
    { path: order.task.outputPath, content: document, replaces: places.replaces },
    { path: approvalPath(order.task.id), content: record, replaces: places.approval?.sha256 ?? null },
  ];
}

/**
 * An attempt that failed at its last step is made again, and other files may stand there by then. That all is as it was
 * is never saved, so each attempt looks. What is kept now has later numbers than the final document: that may be in the
 * lineage already.
 */
async function lookAgain(desk: Desk, first: Places, own: OwnResults): Promise<Places> {
  const { context, order } = desk;
  let places = first;
  while (await context.hold('look-again', () => hasChanged(order, places, own))) {
    places = await context.step('read-places', () => readPlaces(order));
    await keepReplaced(desk, places);
  }
  return places;
}

async function keepReplaced({ lineage }: Desk, { replaced, approval }: Places): Promise<void> {
  if (replaced !== null) await lineage.keep('replaced', Buffer.from(replaced, 'base64'));
  if (approval?.base64) await lineage.keep('approval', Buffer.from(approval.base64, 'base64'));
}

/** Contract: what is written here passes our own checks; anything else would be a defect of ours. */
function makeDocument({ order, issue, brief }: Desk, rounds: readonly Round[]): string {
  const { task, reviewer, repoDir } = order;
  const document = frameFinal(
    { path: task.outputPath, base: issue.base },
    {
      design: readDesign(rounds.at(-1)?.checked.text ?? ''),
      reviews: listReviewed(rounds).length,
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
