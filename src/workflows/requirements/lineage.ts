import type { FileToPublish, WorkflowContext } from '../workflow.ts';

/** `replaced` is a design that somebody wrote in the place of a result, `approval` the one of an earlier design. */
type LineageKind = 'issue' | 'draft' | 'check' | 'verdict' | 'replaced' | 'approval' | 'final';

/** The audit trail of one task: one numbered file for each event, never written over. */
export interface Lineage {
  /** Publishes the next file; gives its path. */
  keep(kind: LineageKind, content: string | Uint8Array): Promise<string>;
  /** The next file, for whoever publishes it together with others. */
  number(kind: LineageKind, content: string | Uint8Array): FileToPublish;
}

export function lineageFolder(taskId: string): string {
  return `docs/lineage/${taskId}-lld`;
}

export function openLineage(context: WorkflowContext, taskId: string, firstNumber: number): Lineage {
  let next = firstNumber;
  const number: Lineage['number'] = (kind, content) => {
    const name = `${String(next).padStart(3, '0')}-${kind}.${kind === 'approval' ? 'json' : 'md'}`;
    next += 1;
    return { path: `${lineageFolder(taskId)}/${name}`, content, replaces: null };
  };
  return {
    number,
    async keep(kind, content) {
      const file = number(kind, content);
      await context.publish(kind, [file]);
      return file.path;
    },
  };
}
