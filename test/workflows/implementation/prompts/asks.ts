import type { CodeReviewAsk } from '../../../../src/providers/provider.ts';
import { makeMatrix } from '../../../../src/workflows/implementation/matrix.ts';
import { design, facts } from '../designs.ts';

export const patch = `diff --git a/src/dry-run.ts b/src/dry-run.ts
new file mode 100644
index 0000000000000000000000000000000000000000..1111111111111111111111111111111111111111
--- /dev/null
+++ b/src/dry-run.ts
@@ -0,0 +1,3 @@
+export function dryRun(tasks: readonly string[]): string[] {
+  return tasks.map((task) => \`would run \${task}\`);
+}
${'+// more of it\n'.repeat(40)}`;

export const since = `diff --git a/src/dry-run.ts b/src/dry-run.ts
--- a/src/dry-run.ts
+++ b/src/dry-run.ts
@@ -2 +2 @@
-  return tasks.map((task) => \`would run \${task}\`);
+  return tasks.toSorted().map((task) => \`would run \${task}\`);
`;

/** A review with everything in it that could be. */
export const reviewAsk: CodeReviewAsk = {
  kind: 'review-code',
  id: '137',
  title: 'Add a dry run',
  design,
  change: {
    patch: patch.replace('tasks.map', 'tasks.toSorted().map'),
    firstPatch: patch,
    sinceFirst: since,
    sinceLast: '',
  },
  gates: facts.gates,
  matrix: makeMatrix(facts.requirements, facts.scenarios),
  raised: ['Tier 2: Order: The order is not told'],
  decisions: ['Keep it small.'],
  remark: 'It could not be used. Reply anew. The reason: it is not one JSON object',
};
