import type { WorkflowContext } from '../workflow.ts';

/** `replaced` is a design that somebody wrote in the place of a result, `approval` the one of an earlier design. */
type LineageKind = 'issue' | 'draft' | 'check' | 'verdict' | 'replaced' | 'approval' | 'final';

/** The audit trail of one task: one numbered file for each event, never written over. */
export interface Lineage {
  /** Publishes the next file; gives its path. */
  keep(kind: LineageKind, content: string | Uint8Array): Promise<string>;
}

export function lineageFolder(taskId: string): string {
  return `docs/lineage/${taskId}-lld`;
}

export function openLineage(context: WorkflowContext, taskId: string, firstNumber: number): Lineage {
  let number = firstNumber;
  return {
    async keep(kind, content) {
      const name = `${String(number).padStart(3, '0')}-${kind}.${kind === 'approval' ? 'json' : 'md'}`;
      const path = `${lineageFolder(taskId)}/${name}`;
      number += 1;
      await context.publish(kind, [{ path, content, replaces: null }]);
      return path;
    },
  };
}
