import { hash } from 'node:crypto';
import type { AppliedEdit } from '../../governance/lld/edits.ts';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { readSectionNumbers } from '../../governance/lld/section-name.ts';
import { readChangedSections, readSectionTexts } from '../../governance/lld/section-texts.ts';
import { carryDecisions, type License } from '../../governance/losses.ts';
import { holdsDecision, type KeptDecision, keepDecisions } from '../../governance/losses-decisions.ts';
import { type Concern, isSameConcern, type RoundFacts } from '../../governance/progress.ts';
import type { Demand } from './demand.ts';
import { type Draft, numberRound, type Revision, type Round } from './round.ts';

/** What a later draft is held to. */
export interface Past {
  /** The text that it is a revision of. */
  readonly before: string;
  /** What it was asked to change. */
  readonly licensed: readonly License[];
  /** What the draft that it answers had lost already. */
  readonly owed: ReadonlySet<string>;
  /** What earlier revisions wrote in answer to findings, which no later review raised again. */
  readonly kept: readonly KeptDecision[];
}

/** The past of a draft that answers the round at `start`: what was given up on the way there is no part of it. */
export function recallPast(rounds: readonly Round[], start: number, { revision }: Draft): Past {
  const chain = traceChain(rounds, start);
  const whole = Math.max(0, chain.findLastIndex(hasLostNothing));
  const revisions = [...chain.slice(1).map(({ draft }) => draft.revision), revision];
  return {
    before: chain[whole]?.checked.text ?? '',
    licensed: chain.slice(whole).flatMap((round, at) => licensesOf(round, revisions[whole + at] ?? null)),
    owed: lossesOf(chain.at(-1)),
    kept: chain.reduce<readonly KeptDecision[]>((kept, round) => recall(kept, rounds, round), []),
  };
}

/** The rounds that led to one, the first one first, each answered by the next. */
function traceChain(rounds: readonly Round[], last: number): Round[] {
  const round = rounds[last];
  if (round === undefined) return [];
  return [...(round.answers === null ? [] : traceChain(rounds, round.answers)), round];
}

/** What a draft has lost is missing until it is back: the next one is not measured by it. */
function hasLostNothing(round: Round): boolean {
  return lossesOf(round).size === 0;
}

function lossesOf(round: Round | undefined): ReadonlySet<string> {
  const lost = round?.checked.findings.filter(({ check }) => check.endsWith('_LOST')) ?? [];
  return new Set(lost.map(({ message }) => message));
}

/**
 * What the demands of a round allow its revision to take away. Checks ask for form, and allow nothing. A question allows
 * what answers it, in its place: a drafter asks some, too, and could ask for anything. What lacks a proof is to get one.
 */
function licensesOf({ demands }: Round, revision: Revision | null): License[] {
  return demands.flatMap((demand, at) => licenseFor(demand, revision, at + 1));
}

function licenseFor({ from, section, about }: Demand, revision: Revision | null, number: number): License[] {
  if (from === 'check') return [];
  if (from === 'person') return [{ kind: 'everything' }];
  if (from === 'question' || from === 'coverage')
    return section === null ? [] : [{ kind: from === 'question' ? 'answer' : 'section', section }];
  const requirements = [...about.matchAll(/\bREQ-(\d{1,9})\b/gi)].map(([, digits]) => Number(digits));
  const named = [section ?? '', ...about.matchAll(/\bsections? [\d., and]+/gi).map(([words]) => words)];
  const edited = revision?.applied.filter(({ answers }) => answers.includes(number)) ?? [];
  const sections = [
    ...named.flatMap(readSectionNumbers),
    ...(section === null ? edited.map((one) => one.section) : []),
  ];
  return [
    ...requirements.map((requirement): License => ({ kind: 'requirement', requirement })),
    ...[...(section === null ? [] : [section]), ...sections].map(
      (name): License => ({ kind: 'section', section: name }),
    ),
  ];
}

function recall(kept: readonly KeptDecision[], rounds: readonly Round[], answered: Round): readonly KeptDecision[] {
  const at = answered.answers ?? -1;
  const asked = rounds[at];
  if (asked === undefined) return kept;
  const after = parseLld(answered.checked.text);
  const asking = asked.review.by === 'person' ? 'the draft gate' : `review ${numberRound(rounds, at)}`;
  const fresh = decisionsOf(asked, answered, asking).filter((decision) => holdsDecision(decision, after));
  const licensed = licensesOf(asked, answered.draft.revision);
  return [...carryDecisions(kept, { after, licensed, owed: lossesOf(asked) }), ...fresh];
}

/** Each finding that was answered, and not raised again, holds from then on. */
function decisionsOf(asked: Round, answered: Round, asking: string): KeptDecision[] {
  const edits = answered.draft.revision?.applied ?? compareSections(asked, answered);
  return asked.demands.flatMap((demand, at) => {
    const { key, from, section } = demand;
    if (from === 'check' || isRaisedAgain(demand, answered)) return [];
    const places = readSectionNumbers(section ?? '');
    const answering = edits.filter(({ answers, section: place }) => answers.includes(at + 1) || places.includes(place));
    return keepDecisions({ title: key }, answering, asking);
  });
}

/** Reviewers do not always keep the title of what they found. */
export function isRaisedAgain(demand: Demand, { demands }: Pick<Round, 'demands'>): boolean {
  const concern = toConcern(demand);
  return demands.some((other) => other.key === demand.key || isSameConcern(concern, toConcern(other)));
}

/** What a document that came whole has changed: whose answer it is, its place must tell. */
function compareSections({ checked: { text } }: Round, answered: Round): AppliedEdit[] {
  const before = new Map(readSectionTexts(text).map((section) => [section.name, section.text]));
  return readChangedSections(text, answered.checked.text).map(({ name, text: after }) => ({
    section: name,
    answers: [],
    before: before.get(name) ?? '',
    after,
  }));
}

/** What says whether the rounds lead anywhere. */
export function factsOf({ checked, demands, review }: Round): RoundFacts {
  const blocking = demands.filter(({ isBlocking }) => isBlocking);
  const concerns = (blocking.length > 0 ? blocking : demands).map(toConcern);
  const none: Concern = { key: review.verdict.verdict, section: null, words: review.verdict.summary, isExact: true };
  return { textSha256: hash('sha256', checked.text, 'hex'), concerns: concerns.length > 0 ? concerns : [none] };
}

/** A check says the same in the same words; people and models reword. */
function toConcern({ key, section, about, from }: Demand): Concern {
  return { key, section, words: about, isExact: from === 'check' };
}
