import type { GateResult } from '../evidence.ts';
import { judgeContent } from './content.ts';
import { judgeCoverage } from './coverage.ts';
import type { GateInput } from './gate-input.ts';
import { openChange } from './judged-change.ts';
import { judgeScope } from './scope.ts';
import { judgeSecrets } from './secrets.ts';
import { judgeSensitive } from './sensitive.ts';
import { judgeStubs } from './stubs.ts';
import { judgeTests } from './tests.ts';

/**
 * What a change itself shows, one result for each gate, always in this order. The results of `proof` and `suite` come from
 * runs: see `judgeProof` and `judgeSuite`. Contract: never throws, whatever the change holds.
 */
export async function judgeGates(input: GateInput): Promise<GateResult[]> {
  const change = openChange(input);
  return [
    judgeScope(change),
    await judgeStubs(change),
    await judgeTests(change),
    await judgeCoverage(change),
    judgeSecrets(change),
    judgeSensitive(change),
    judgeContent(change),
  ];
}
