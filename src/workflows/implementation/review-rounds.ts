import { listNotes, type PersonsAnswer } from '../../model/persons-answer.ts';
import { showSafely } from '../../model/text.ts';
import { diffCommits } from '../../worktrees/diff.ts';
import type { WorkflowEnd } from '../workflow.ts';
import type { JudgedReview, ReviewedDiffs } from './code-review.ts';
import { makeShownChange } from './code-review-patch.ts';
import type { CodeReview, ProvedScenario } from './evidence.ts';
import type { GreenRound } from './green-round.ts';
import { makeGreen, type Trail } from './make-green.ts';
import { makeMatrix } from './matrix.ts';
import type { ProvedTests } from './prove-red.ts';
import { proveDesign } from './proved-design.ts';
import { reviewCode } from './review-code.ts';
import { type AskReviewer, openReviewer } from './reviewer.ts';
import type { Site } from './site.ts';

/** Work that was approved, and all reviews on the way there. */
export interface Approved {
  readonly round: GreenRound;
  readonly scenarios: readonly ProvedScenario[];
  readonly reviews: readonly CodeReview[];
  /** What persons said of its tests, before there was code. */
  readonly draftGate: readonly PersonsAnswer[];
}

type Rejected = Extract<WorkflowEnd, { kind: 'rejected' }>;

/** A reviewed round. */
interface Reviewed extends Approved {
  readonly judged: JudgedReview;
  readonly isEarlier: boolean;
}

const maxPatchBytes = 2 * 1024 * 1024;

/**
 * Reviews work, and has it mended until it is approved; the rounds of this batch are bounded. What only a person can decide,
 * a person decides.
 */
export async function reviewRounds(
  site: Site,
  tests: ProvedTests,
  trail: Trail,
  first: GreenRound,
): Promise<Approved | Rejected> {
  const ask = openReviewer(site);
  const past: Reviewed[] = [];
  const decisions = listNotes(tests.persons);
  for (let [round, live] = [first, 0]; ; ) {
    const asked = await review(site, { tests, trail, round, past, decisions }, ask);
    if (!asked.isEarlier) live += 1;
    const person = await askPerson(site, asked);
    const reviewed = person === null ? asked : notePerson(asked, person);
    past.push(reviewed);
    if (person === null ? reviewed.judged.judgement === 'approved' : person.answer === 'approve') return reviewed;
    if (person !== null && !person.note) return reject(past, 'a person rejected it');
    if (person?.note) decisions.push(person.note);
    // What a person asked for is done whatever the limit.
    if (!person?.note && live >= site.order.maxIterations)
      return reject(past, `the limit of ${site.order.maxIterations} is reached`);
    const demands = [...(person?.note ? [`A person decided: ${person.note}`] : []), ...reviewed.judged.demands];
    const next = await makeGreen(site, tests, trail, demands);
    if (next.work.tree === round.work.tree && !next.work.isEarlier)
      return reject(past, 'nothing was changed in answer to the review');
    round = next;
  }
}

interface Subject {
  readonly tests: ProvedTests;
  readonly trail: Trail;
  readonly round: GreenRound;
  readonly past: readonly Reviewed[];
  readonly decisions: readonly string[];
}

async function review(site: Site, subject: Subject, ask: AskReviewer): Promise<Reviewed> {
  const { order, design, logs } = site;
  const { tests, trail, round, past, decisions } = subject;
  const scenarios = proveDesign(site, tests, round, trail);
  const earlier = past.map(({ judged }) => judged.review);
  let isEarlier = false;
  const judged = await reviewCode(
    {
      id: order.task.id,
      title: design.title,
      design: design.text,
      commit: round.work.commit,
      change: makeShownChange(await compare(site, round, past)),
      gates: round.gates ?? [],
      matrix: makeMatrix(design.document.requirements, scenarios),
      ...{ earlier, decisions },
    },
    {
      reviewer: order.reviewer,
      ask: async (question) => {
        const reply = await ask(question);
        ({ isEarlier } = reply);
        return reply;
      },
      keep: async (page) => await logs.keepPage('verdict', page),
    },
  );
  const reviews = [...earlier, judged.review];
  return { round, scenarios, reviews, draftGate: tests.persons, judged, isEarlier };
}

/** Nothing is compared at the first review. */
async function compare(site: Site, { work }: GreenRound, past: readonly Reviewed[]): Promise<ReviewedDiffs> {
  const [first, last] = [past[0]?.round.work, past.at(-1)?.round.work];
  if (first === undefined || last === undefined) return { now: work.diff, first: null, sinceLast: null };
  const { context, workshop, ground } = site;
  const diffs = await context.step('compare-reviews', async ({ signal }) => {
    const since = async (from: string) =>
      await diffCommits(workshop.house, ground.tree.repository, { from, to: work.commit, maxPatchBytes, signal });
    return { first: await since(first.commit), last: past.length > 1 ? await since(last.commit) : null };
  });
  return { now: work.diff, first: { whole: first.diff, since: diffs.first }, sinceLast: diffs.last };
}

const longestQuestion = 2000;

/** Null where nobody need be asked: the reviewer decides, and no gate stands behind an approval. */
async function askPerson({ context, order, ground }: Site, { judged, round }: Reviewed): Promise<PersonsAnswer | null> {
  const { verdict, judgement } = judged;
  const isGated = judgement === 'approved' && (order.gate === 'verdict' || order.gate === 'all');
  if (verdict.verdict !== 'DISCUSS' && !isGated) return null;
  const where = `branch ${ground.tree.branch} (${round.work.commit.slice(0, 12)})`;
  const asked = verdict.questions.length === 0 ? verdict.summary : verdict.questions.join(' / ');
  const question =
    verdict.verdict === 'DISCUSS' ? `${where}: ${asked}` : `The reviewer approves ${where}. Do you? ${verdict.summary}`;
  return await context.approval('verdict', showSafely(question).slice(0, longestQuestion));
}

/** What a person said stands beside the verdict that it answers. */
function notePerson(reviewed: Reviewed, person: PersonsAnswer): Reviewed {
  const review: CodeReview = { ...reviewed.judged.review, person };
  const reviews = [...reviewed.reviews.slice(0, -1), review];
  return { ...reviewed, reviews, judged: { ...reviewed.judged, review } };
}

const longestReason = 500;

function reject(past: readonly Reviewed[], why: string): Rejected {
  const judgement = past.at(-1)?.judged.judgement ?? 'approved';
  const said = judgement === 'approved' ? '' : `: ${judgement.reasons.join('; ')}`;
  const rounds = past.length;
  const reason = `not approved in ${rounds} ${rounds === 1 ? 'review' : 'reviews'} (${why})${said}`;
  return { kind: 'rejected', reason: showSafely(reason).slice(0, longestReason), rounds };
}
