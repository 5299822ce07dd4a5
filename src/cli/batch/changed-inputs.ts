import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Options } from '../../config/options.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { TaskEvent } from '../../model/event.ts';
import type { Workflow, WorkflowTask } from '../../model/task.ts';
import { resolveInput } from '../../store/input-file.ts';
import { readFileBytes } from '../../store/text-file.ts';

interface Changes {
  readonly tasks: readonly WorkflowTask[];
  readonly failed: readonly TaskEvent[];
  readonly mayDiffer: ReadonlySet<string>;
}

/**
 * An issue that is not what it was when the batch began is never passed over in silence; one that is gone cannot be
 * started afresh.
 */
export function lookForChanges(
  left: readonly WorkflowTask[],
  options: Options & { readonly roots: readonly string[] },
  policy: 'fail' | 'rerun' | 'ignore',
): Changes {
  const now = new Map(left.map((task) => [task.id, hashInput(task, options)]));
  const isChanged = ({ id, inputSha256 }: WorkflowTask) => now.get(id) !== inputSha256;
  if (policy === 'ignore') {
    return { tasks: left, failed: [], mayDiffer: new Set(left.filter(isChanged).map(({ id }) => id)) };
  }
  const isGone = ({ id }: WorkflowTask) => now.get(id) === null;
  const isRefused = policy === 'rerun' ? isGone : isChanged;
  return {
    tasks: left
      .filter((task) => !isRefused(task))
      .map((task) => ({ ...task, inputSha256: now.get(task.id) ?? task.inputSha256 })),
    failed: left.filter(isRefused).map((task) => ({
      kind: 'task-failed',
      task: task.id,
      failure: { code: 'changed', message: describeChange(task.workflow, isGone(task)) },
      runningMs: 0,
    })),
    mayDiffer: new Set(),
  };
}

function describeChange(workflow: Workflow, isGone: boolean): string {
  const what = workflow === 'requirements' ? 'the issue' : 'the design';
  if (isGone) return `${what} cannot be read any more: put it back, and resume`;
  return `${what} changed since the batch began: \`agentos resume --on-changed rerun\` starts it afresh, \`ignore\` goes on`;
}

/** Null if it cannot be read (any more). */
function hashInput(
  { inputPath }: WorkflowTask,
  { repoDir, roots, settings }: Options & { readonly roots: readonly string[] },
): string | null {
  try {
    const bytes = readFileBytes(resolveInput(resolve(repoDir, inputPath), roots), settings.maxInputBytes);
    return hash('sha256', bytes, 'hex');
  } catch (error) {
    if (error instanceof AgentOsError) return null;
    throw error;
  }
}
