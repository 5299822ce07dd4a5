import type { WorkflowContext } from '../workflow.ts';

type LineageKind = 'issue' | 'draft' | 'check' | 'verdict' | 'replaced' | 'final';

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
      const path = `${lineageFolder(taskId)}/${String(number).padStart(3, '0')}-${kind}.md`;
      number += 1;
      await context.publish(kind, [{ path, content, replaces: null }]);
      return path;
    },
  };
}
