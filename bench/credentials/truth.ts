import type { TruthEntry } from '../../src/simulator/setup.ts';

/** What a call says of itself: the provider's process reads it, and so knows who asked, and since when. */
export interface Marks {
  readonly index: number;
  readonly caller: number;
  readonly askedAt: number;
}

/** A call that was let in, as the provider's process saw it. */
export interface Served extends Marks {
  readonly scope: string;
  readonly startAt: number;
  /** Null: it has not ended. */
  readonly endAt: number | null;
}

/** The only source of every figure. */
export interface Truth {
  readonly startAt: number;
  readonly log: readonly TruthEntry[];
  readonly served: readonly Served[];
}

export function renderMarks({ index, caller, askedAt }: Marks): string {
  return `call ${index} of caller ${caller}, asked at ${askedAt}`;
}

export function parseMarks(prompt: string): Marks {
  const [, index, caller, askedAt] = /call (\d+) of caller (\d+), asked at (\d+)/.exec(prompt) ?? [];
  return { index: Number(index), caller: Number(caller), askedAt: Number(askedAt) };
}
