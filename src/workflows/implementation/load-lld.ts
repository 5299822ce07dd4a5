import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { resolveInput } from '../../store/input-file.ts';
import { decodeText, readFileBytes } from '../../store/text-file.ts';
import { firstFreeNumber } from '../first-free-number.ts';
import type { WorkflowContext } from '../workflow.ts';
import { type ApprovalRecord, readApproval } from './approval-record.ts';
import { evidencePath, lineageFolder } from './lineage-places.ts';
import type { ImplementationOrder } from './order.ts';

/** The design as it is when the work begins; every later step goes by this. */
export interface LoadedLld {
  readonly text: string;
  readonly sha256: string;
  readonly approval: ApprovalRecord | null;
  /** Why nobody vouches for it as it is; null if somebody does. Only `--force` gets as far. */
  readonly forcedOver: string | null;
  /** The first free number of the task's logs. */
  readonly firstNumber: number;
  /** The hash of the evidence of an earlier design, whose place the new one takes. */
  readonly earlierEvidence: string | null;
}

const largestEvidence = 64 * 1024 * 1024;

export async function loadLld(context: WorkflowContext, order: ImplementationOrder): Promise<LoadedLld> {
  return await context.step('load-lld', () => {
    const lld = read(order);
    if (lld.forcedOver !== null) context.log(`warning: begun by --force, although ${lld.forcedOver}`);
    return lld;
  });
}

/** Throws ISSUE_CHANGED, LLD_UNAPPROVED, LLD_OFFLINE, and whatever is wrong with the file. */
function read(order: ImplementationOrder): LoadedLld {
  const { task, repoDir, roots, maxInputBytes, mayDiffer, isForced } = order;
  const content = readFileBytes(resolveInput(resolve(repoDir, task.inputPath), roots), maxInputBytes);
  const sha256 = hash('sha256', content, 'hex');
  if (sha256 !== task.inputSha256 && !mayDiffer)
    throw new AgentOsError('ISSUE_CHANGED', `${task.inputPath} changed after it was planned: run again`);
  const approval = readApproval(repoDir, task.id);
  const flaw = findFlaw(order, sha256, approval);
  if (flaw !== null && !isForced) throw flaw;
  return {
    text: decodeText(content),
    sha256,
    approval,
    forcedOver: flaw?.message.replace(`: ${fix}`, '') ?? null,
    firstNumber: firstFreeNumber(join(repoDir, lineageFolder(task.id))),
    earlierEvidence: hashIfThere(join(repoDir, evidencePath(task.id))),
  };
}

const fix = 'have it approved anew, or use --force, which is recorded';

function findFlaw(
  { task, acceptsOffline }: ImplementationOrder,
  sha256: string,
  approval: ApprovalRecord | null,
): AgentOsError | null {
  const { inputPath, id } = task;
  if (approval === null) {
    return new AgentOsError(
      'LLD_UNAPPROVED',
      `${inputPath} has no approval (docs/lineage/${id}-lld/approval.json): ${fix}`,
    );
  }
  if (approval.documentSha256 !== sha256) {
    return new AgentOsError('LLD_UNAPPROVED', `${inputPath} changed after it was approved: ${fix}`);
  }
  if (!approval.isOffline || acceptsOffline) return null;
  return new AgentOsError('LLD_OFFLINE', `${inputPath} was approved offline, by no model: use --accept-offline`);
}

function hashIfThere(path: string): string | null {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return isThere ? hash('sha256', readFileBytes(path, largestEvidence), 'hex') : null;
}
