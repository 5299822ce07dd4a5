import { type FailureCode, TaskFailure } from '../../model/failure.ts';
import { cutText } from '../../model/text.ts';
import type { GateResult } from './evidence.ts';
import { describeGates } from './gates/describe-gates.ts';
import { type GreenRound, isBetter } from './green-round.ts';
import { implement, keepLocks, type Work } from './implement.ts';
import { proveCommit } from './prove-commit.ts';
import { proveGreen } from './prove-green.ts';
import type { ProvedTests } from './prove-red.ts';
import type { Without } from './prove-without.ts';
import { type RepeatedSetUp, repeatSetUp } from './repeat-set-up.ts';
import { restoreBest } from './restore-best.ts';
import { type Judged, runGates } from './run-gates.ts';
import type { Site } from './site.ts';

/** What is remembered over all rounds of a task. */
export interface Trail {
  /** The trees of all works of this batch. */
  readonly seen: Set<string>;
  readonly rounds: GreenRound[];
  readonly without: Without;
}

export function openTrail(without: Without): Trail {
  return { seen: new Set(), rounds: [], without };
}

/**
 * Work whose tests are green and whose gates pass: job after job, each told what the last one lacks. What got worse is
 * taken back. Throws `red-tests`, `setup`, `gate`, `scope` or `empty-diff`; rounds of earlier batches ended so once,
 * and do not again.
 */
export async function makeGreen(
  site: Site,
  tests: ProvedTests,
  trail: Trail,
  asked: readonly string[],
): Promise<GreenRound> {
  let best: GreenRound | null = null;
  let last: GreenRound | null = null;
  for (let [findings, jobs] = [asked, 0]; ; ) {
    const round = await playRound(site, tests, trail, findings);
    const { isEarlier } = round.work;
    if (!isEarlier) jobs += 1;
    if (round.findings.length === 0) return round;
    const stop = isEarlier ? null : findStop(site, trail, { round, last, best, jobs });
    const isWorse = best !== null && isBetter(best, round);
    // What earlier batches found is told to the agent, and stops nobody who tries again.
    if (!isEarlier) trail.seen.add(round.work.tree);
    last = isEarlier ? null : round;
    if (best === null || !isWorse) best = round;
    else await restoreBest(site, best.work.commit);
    if (stop !== null) throw fail(stop, best);
    findings = isWorse ? [...best.findings, undone(round)] : round.findings;
  }
}

async function playRound(site: Site, tests: ProvedTests, trail: Trail, asked: readonly string[]): Promise<GreenRound> {
  trail.without.begin();
  const given = await implement(site, tests, asked);
  if (given.isEmpty && !given.isEarlier) {
    const message = 'the agent changed nothing but tests: there is nothing to hand over';
    throw new TaskFailure({ code: 'empty-diff', message });
  }
  const repeated = await repeatSetUp(site, given);
  if (repeated !== null && repeated.findings.length > 0) {
    const gates = repeated.refused.length > 0 ? repeated.refused : null;
    return keep(trail, { work: given, greenness: null, gates, findings: repeated.findings });
  }
  const work = await makeReady(site, tests, given, repeated);
  const greenness = await proveGreen(site, tests, work);
  if (greenness.failures.length > 0) return keep(trail, { work, greenness, gates: null, findings: greenness.failures });
  const gates = await passGates(site, { tests, work, greenness, without: await trail.without.prove() });
  return keep(trail, { work, greenness, gates, findings: describeGates(gates) });
}

/** What set-up wrote for the work is part of it; what else it left is not. */
async function makeReady(site: Site, tests: ProvedTests, work: Work, repeated: RepeatedSetUp | null): Promise<Work> {
  if (repeated === null) return work;
  const whole = repeated.locks.length > 0 ? await keepLocks(site, tests, work) : work;
  return { ...whole, hasMore: whole.hasMore || repeated.ran.length > 0 };
}

/** Only what passes all others is tried once more as it is committed: its set-up may run what the work says. */
async function passGates(site: Site, judged: Judged): Promise<readonly GateResult[]> {
  const gates = await runGates(site, judged);
  const { work, tests } = judged;
  if (!work.hasMore || describeGates(gates).length > 0) return gates;
  const refuted = await proveCommit(site, tests, work);
  return refuted === null ? gates : gates.map((result) => (result.gate === refuted.gate ? refuted : result));
}

function keep(trail: Trail, round: GreenRound): GreenRound {
  trail.rounds.push(round);
  return round;
}

interface Standing {
  readonly round: GreenRound;
  readonly last: GreenRound | null;
  readonly best: GreenRound | null;
  readonly jobs: number;
}

/** Why there shall be no further job; null if there shall be one. */
function findStop({ order }: Site, { seen }: Trail, { round, last, best, jobs }: Standing): string | null {
  if (seen.has(round.work.tree)) return 'oscillation: it came back to what it was before';
  const isSame = last !== null && last.findings.join('\n') === round.findings.join('\n');
  if (isSame && best !== null && !isBetter(round, best))
    return 'stagnation: twice the same findings, and nothing better';
  return jobs >= order.maxIterations ? `the limit of ${order.maxIterations} jobs is reached` : null;
}

const longestFindings = 1500;

function fail(stop: string, { findings, gates, greenness }: GreenRound): TaskFailure {
  const isOutOfScope = gates?.some(({ gate, state }) => gate === 'scope' && state === 'failed') ?? false;
  const code: FailureCode =
    gates === null ? (greenness === null ? 'setup' : 'red-tests') : isOutOfScope ? 'scope' : 'gate';
  return new TaskFailure({ code, message: `${stop}. ${cutText(findings.join('; '), longestFindings)}` });
}

function undone({ findings }: GreenRound): string {
  return `Your last change made it worse, and was undone. With it there was: ${cutText(findings.join('; '), longestFindings)}`;
}
