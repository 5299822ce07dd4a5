import { hash } from 'node:crypto';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { carryDecisions, type License } from '../../governance/losses.ts';
import { holdsDecision, type KeptDecision, keepDecisions } from '../../governance/losses-decisions.ts';
import type { Concern, RoundFacts } from '../../governance/progress.ts';
import type { Round } from './round.ts';

/** What a later draft is held to. */
export interface Past {
  /** The text that it is a revision of. */
  readonly before: string;
  /** Sections that it was asked to change. */
  readonly licensed: readonly License[];
  /** What earlier revisions wrote in answer to findings, which no later review raised again. */
  readonly kept: readonly KeptDecision[];
}

/** `start` is the round that the draft answers: what came after it is no part of its past. */
export function recallPast(all: readonly Round[], start: Round): Past {
  const rounds = all.slice(0, all.indexOf(start) + 1);
  const whole = Math.max(0, rounds.findLastIndex(hasLostNothing));
  return {
    before: (rounds[whole] ?? start).checked.text,
    licensed: rounds.slice(whole).flatMap(licensesOf),
    kept: rounds.reduce<readonly KeptDecision[]>((kept, round, at) => recall(kept, rounds[at - 1], round, at), []),
  };
}

/** What a draft has lost is missing until it is back: the next one is not measured by it. */
function hasLostNothing({ checked }: Round): boolean {
  return !checked.findings.some(({ check }) => check.endsWith('_LOST'));
}

function licensesOf({ demands }: Round): License[] {
  return demands.flatMap(({ section }) => (section === null ? [] : [{ section }]));
}

/** `number` is that of the review that asked. */
function recall(
  kept: readonly KeptDecision[],
  asked: Round | undefined,
  answered: Round,
  number: number,
): readonly KeptDecision[] {
  if (asked === undefined) return kept;
  const document = parseLld(answered.checked.text);
  const fresh = decisionsOf(asked, answered, number).filter((decision) => holdsDecision(decision, document));
  return [...carryDecisions(kept, document, licensesOf(asked)), ...fresh];
}

/** Each finding that was answered, and not raised again, holds from then on. */
function decisionsOf(asked: Round, answered: Round, number: number): KeptDecision[] {
  const { revision } = answered.draft;
  if (revision === null) return [];
  const open = new Set(answered.demands.map(({ key }) => key));
  return asked.demands.flatMap(({ key, from }, at) => {
    if (from === 'check' || open.has(key)) return [];
    const edits = revision.applied.filter(({ answers }) => answers.includes(at + 1));
    return keepDecisions({ title: key }, edits, number);
  });
}

/** What says whether the rounds lead anywhere. */
export function factsOf({ checked, demands, review }: Round): RoundFacts {
  const blocking = demands.filter(({ isBlocking }) => isBlocking);
  const concerns = (blocking.length > 0 ? blocking : demands).map(
    ({ key, section, about }): Concern => ({ key, section, words: about }),
  );
  const none: Concern = { key: review.verdict.verdict, section: null, words: review.verdict.summary };
  return { textSha256: hash('sha256', checked.text, 'hex'), concerns: concerns.length > 0 ? concerns : [none] };
}
