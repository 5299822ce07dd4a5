import { describeTests, showDesign, showFiles, showScenarios } from './brief-parts.ts';
import type { CodeBrief } from './code-brief.ts';
import { testDemands } from './demands.ts';
import { makeMend } from './mend.ts';

/** The first job: tests from the scenarios, before there is any code. With findings they are there, and have to be mended. */
export function makeWriteTests(brief: CodeBrief, findings: readonly string[]): string {
  if (findings.length > 0) return makeMend(brief, { kind: 'write-tests', testFiles: [], decisions: [], findings });
  return [
    showDesign(brief),
    showFiles(brief),
    showScenarios(brief),
    describeTests(brief),
    `Write the tests of the design for issue ${brief.id}, and nothing else.\n\n${testDemands}`,
  ].join('\n\n');
}
