import type { TestRun } from '../test-run.ts';

/** Why a run does not show what it should. */
export interface Reason {
  readonly code:
    | 'NO_SCENARIOS'
    | 'RUN_TROUBLE'
    | 'RUN_INCOMPLETE'
    | 'TEST_MISSING'
    | 'TEST_PASSES'
    | 'TEST_FAILS'
    | 'TEST_SKIPPED'
    | 'MISSING_UNANNOUNCED'
    | 'WRONG_REASON';
  readonly scenario: string | null;
  /** The exact name of the test, or the file that could not be run. */
  readonly test: string | null;
  readonly message: string;
}

export function describeTrouble({ trouble, detail, exitCode }: TestRun): Reason {
  const message = [trouble ?? `exit code ${exitCode}`, detail].filter(Boolean).join(': ');
  return { code: 'RUN_TROUBLE', scenario: null, test: null, message };
}
