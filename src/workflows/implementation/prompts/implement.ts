import { describeTests, showAgreedTests, showDesign, showFiles } from './brief-parts.ts';
import type { CodeBrief } from './code-brief.ts';
import { codeDemands } from './demands.ts';
import { makeMend } from './mend.ts';

/** The second job: the code, when the tests are there and red. With findings it is there, and has to be mended. */
export function makeImplement(brief: CodeBrief, testFiles: readonly string[], findings: readonly string[]): string {
  if (findings.length > 0) return makeMend(brief, { kind: 'implement', testFiles, findings });
  return [
    showDesign(brief),
    showFiles(brief),
    describeTests(brief),
    showAgreedTests(testFiles),
    `Implement the design for issue ${brief.id}.\n\n${codeDemands}`,
  ].join('\n\n');
}
