import { tellDecisions } from '../../requirements/prompts/issue-part.ts';
import { describeTests, showAgreedTests, showDesign, showFiles } from './brief-parts.ts';
import type { CodeBrief } from './code-brief.ts';
import { codeDemands } from './demands.ts';
import { makeMend } from './mend.ts';

/** Tests that are not changed any more. */
export interface AgreedTests {
  readonly testFiles: readonly string[];
  /** What persons decided when they read them. */
  readonly decisions: readonly string[];
}

/** The second job: the code, when the tests are there and red. With findings it is there, and has to be mended. */
export function makeImplement(brief: CodeBrief, agreed: AgreedTests, findings: readonly string[]): string {
  if (findings.length > 0) return makeMend(brief, { kind: 'implement', ...agreed, findings });
  return [
    showDesign(brief),
    showFiles(brief),
    describeTests(brief),
    showAgreedTests(agreed.testFiles),
    ...tellDecisions(agreed.decisions),
    `Implement the design for issue ${brief.id}.\n\n${codeDemands}`,
  ].join('\n\n');
}
