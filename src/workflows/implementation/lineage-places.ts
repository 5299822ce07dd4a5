/** What is kept of an implementation beside its branch. */
export function lineageFolder(taskId: string): string {
  return `docs/lineage/${taskId}-impl`;
}

export function evidencePath(taskId: string): string {
  return `${lineageFolder(taskId)}/evidence.json`;
}

/**
 * The design, where the base does not hold it: in its own place it would stand in the way of a merge, untracked as it
 * is there.
 */
export function designCopyPath(taskId: string): string {
  return `docs/reports/${taskId}/design.md`;
}

/** What the workflow itself writes to the branch. */
export function reportPaths(taskId: string): { readonly implementation: string; readonly test: string } {
  const folder = `docs/reports/${taskId}`;
  return { implementation: `${folder}/implementation-report.md`, test: `${folder}/test-report.md` };
}
