import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { refuseTooManyLines } from '../../model/line-limit.ts';
import { resolveInput } from '../../store/input-file.ts';
import { decodeText, readFileBytes } from '../../store/text-file.ts';
import { firstFreeNumber } from '../first-free-number.ts';
import type { WorkflowContext } from '../workflow.ts';
import { lineageFolder } from './lineage.ts';
import type { RequirementsOrder } from './order.ts';
import { findBase } from './repository.ts';

/** The issue and where the work on it began; every later step goes by this. */
export interface LoadedIssue {
  /** The raw bytes: the trail carries what the approval is bound to. */
  readonly content: Buffer;
  readonly sha256: string;
  readonly text: string;
  readonly base: string | null;
  /** The first free number of the lineage. */
  readonly firstNumber: number;
}

export async function loadIssue(context: WorkflowContext, order: RequirementsOrder): Promise<LoadedIssue> {
  const { bytes, ...loaded } = await context.step('load-issue', () => readIssue(order));
  const content = Buffer.from(bytes, 'latin1');
  return { ...loaded, content, text: decodeText(content) };
}

function readIssue({ task, repoDir, roots, maxInputBytes, mayDiffer }: RequirementsOrder) {
  const content = readFileBytes(resolveInput(resolve(repoDir, task.inputPath), roots), maxInputBytes);
  const sha256 = hash('sha256', content, 'hex');
  if (sha256 !== task.inputSha256 && !mayDiffer) {
    throw new AgentOsError('ISSUE_CHANGED', `${task.inputPath} changed after it was planned: run again`);
  }
  refuseTooManyLines(decodeText(content));
  const firstNumber = firstFreeNumber(join(repoDir, lineageFolder(task.id)));
  // One character a byte: a secret that stands in an issue must be seen by whoever keeps it out of the checkpoint.
  return { bytes: content.toString('latin1'), sha256, base: findBase(repoDir), firstNumber };
}
