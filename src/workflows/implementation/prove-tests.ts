import { TaskFailure } from '../../model/failure.ts';
import type { PersonsAnswer } from '../../model/persons-answer.ts';
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
  const persons: PersonsAnswer[] = [];
  for (let rounds = 0; rounds < mostRounds; ) {
    const tests = await writeTests(site, findings);
    const proved = await proveRed(site, tests);
    if (!tests.isEarlier) rounds += 1;
    if ('findings' in proved) {
      ({ findings } = proved);
      continue;
    }
    const person = await askPerson(site, proved);
    if (person !== null) persons.push(person);
    if (person === null || person.answer === 'approve') return { ...proved, persons };
    if (!person.note) return { kind: 'rejected', reason: 'a person rejected the tests', rounds: 0 };
    [findings, rounds] = [[`A person decided: ${person.note}`], 0];
  }
  const reason = cutText(findings.join('; '), longestReason);
  throw new TaskFailure({ code: 'red-tests', message: `no usable tests in ${mostRounds} rounds: ${reason}` });
}

/** Null where no gate stands behind the tests. */
async function askPerson(
  { context, order, ground }: Site,
  { commit, testFiles }: Pick<ProvedTests, 'commit' | 'testFiles'>,
): Promise<PersonsAnswer | null> {
  if (order.gate !== 'draft' && order.gate !== 'all') return null;
  const where = `${testFiles.join(', ')} on branch ${ground.tree.branch} (${commit.slice(0, 12)})`;
  return await context.approval('draft', `Shall the agent make these tests pass? Read ${where}.`);
}
