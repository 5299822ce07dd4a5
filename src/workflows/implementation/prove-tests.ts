import { TaskFailure } from '../../model/failure.ts';
import { cutText } from '../../model/text.ts';
import type { WorkflowEnd } from '../workflow.ts';
import { type ProvedTests, proveRed } from './prove-red.ts';
import type { Site } from './site.ts';
import { writeTests } from './write-tests.ts';

const mostRounds = 3;
const longestReason = 1500;

/**
 * Tests first: written, and shown to fail for the right reason. Throws `red-tests` when three rounds of this batch did not
 * lead there. A person at the gate may send them back: what they ask for has its own rounds.
 */
export async function proveTests(site: Site): Promise<ProvedTests | Extract<WorkflowEnd, { kind: 'rejected' }>> {
  let findings: readonly string[] = [];
  for (let rounds = 0; rounds < mostRounds; ) {
    const tests = await writeTests(site, findings);
    const proved = await proveRed(site, tests);
    if (!tests.isEarlier) rounds += 1;
    if ('findings' in proved) {
      ({ findings } = proved);
      continue;
    }
    const answer = await passGate(site, proved);
    if (answer === 'passed') return proved;
    if (answer === 'rejected') return { kind: 'rejected', reason: 'a person rejected the tests', rounds: 0 };
    [findings, rounds] = [answer, 0];
  }
  const reason = cutText(findings.join('; '), longestReason);
  throw new TaskFailure({ code: 'red-tests', message: `no usable tests in ${mostRounds} rounds: ${reason}` });
}

async function passGate({ context, order, ground }: Site, { commit, testFiles }: ProvedTests) {
  if (order.gate !== 'draft' && order.gate !== 'all') return 'passed';
  const where = `${testFiles.join(', ')} on branch ${ground.tree.branch} (${commit.slice(0, 12)})`;
  const { answer, note } = await context.approval('draft', `Shall the agent make these tests pass? Read ${where}.`);
  if (answer === 'approve') return 'passed';
  return note === null || note === '' ? 'rejected' : [`A person decided: ${note}`];
}
