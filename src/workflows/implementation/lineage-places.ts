/** What is kept of an implementation beside its branch. */
export function lineageFolder(taskId: string): string {
  return `docs/lineage/${taskId}-impl`;
}

export function evidencePath(taskId: string): string {
  return `${lineageFolder(taskId)}/evidence.json`;
}

/** What the workflow itself writes to the branch. */
export function reportPaths(taskId: string): { readonly implementation: string; readonly test: string } {
  const folder = `docs/reports/${taskId}`;
  return { implementation: `${folder}/implementation-report.md`, test: `${folder}/test-report.md` };
}
