import type { Dimension, TokenCounts } from '../../model/exchange.ts';
import { expectedAmounts } from './amounts.ts';

/** What was let in lately: from that follows a limit that nobody tells. */
export interface Measure {
  /** Then the limit was used up to the last: what was let in since is all that came new. Null if that is not known. */
  readonly exactSince: number | null;
  readonly spells: readonly Spell[];
}

/** Calls close to each other, in few words: many of these are written often. */
type Spell = readonly [at: number, lastAt: number, requests: number, input: number, output: number];

const longestGapMs = 500;
const longestSpellMs = 1_000;
const memoryMs = 60_000;
const mostSpells = 64;

export const newMeasure: Measure = { exactSince: null, spells: [] };

export function noteStart({ exactSince, spells }: Measure, { input, output }: TokenCounts, now: number): Measure {
  const last = spells.at(-1);
  if (last !== undefined && now - last[1] <= longestGapMs && now - last[0] <= longestSpellMs) {
    const grown: Spell = [last[0], now, last[2] + 1, last[3] + input, last[4] + output];
    return { exactSince, spells: [...spells.slice(0, -1), grown] };
  }
  const recent = spells.filter(([at]) => now - at <= memoryMs).slice(1 - mostSpells);
  const isForgotten = recent.length < spells.length;
  return { exactSince: isForgotten ? null : exactSince, spells: [...recent, [now, now, 1, input, output]] };
}

/** It was not let in after all. */
export function takeBack({ exactSince, spells }: Measure, { input, output }: TokenCounts, startedAt: number): Measure {
  const index = spells.findLastIndex(([at]) => at <= startedAt);
  const less = ([at, lastAt, requests, inputs, outputs]: Spell): Spell => {
    return [at, lastAt, requests - 1, inputs - input, outputs - output];
  };
  return { exactSince, spells: spells.map((spell, at) => (at === index ? less(spell) : spell)) };
}

export interface Flow {
  readonly amount: number;
  readonly requests: number;
  readonly spanMs: number;
}

/** The flow up to `until` that was let in: since the limit was used up, or else the strongest of late. Null if none. */
export function flowUntil({ exactSince, spells }: Measure, dimension: Dimension, until: number): Flow | null {
  let [amount, requests] = [0, 0];
  let best: Flow | null = null;
  for (const spell of spells.toReversed()) {
    amount += amountOf(spell, dimension);
    requests += spell[2];
    const flow = { amount, requests, spanMs: until - spell[0] };
    if (best === null || flow.amount / flow.spanMs >= best.amount / best.spanMs) best = sensible(flow) ?? best;
  }
  return exactSince === null ? best : sensible({ amount, requests, spanMs: until - exactSince });
}

function sensible(flow: Flow): Flow | null {
  return flow.amount >= 1 && flow.spanMs > 0 ? flow : null;
}

export interface Taken {
  readonly at: number;
  readonly lastAt: number;
  readonly amount: number;
}

/** All that it remembers, in order. */
export function listTaken({ spells }: Measure, dimension: Dimension): Taken[] {
  return spells.map((spell) => ({ at: spell[0], lastAt: spell[1], amount: amountOf(spell, dimension) }));
}

function amountOf([, , requests, input, output]: Spell, dimension: Dimension): number {
  return dimension === 'requests' ? requests : expectedAmounts({ input, output })[dimension];
}
