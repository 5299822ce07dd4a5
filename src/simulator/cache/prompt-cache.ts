import type { PromptBlock } from './prompt-block.ts';

/** How many tokens of a prompt are read from a cache, and how many are put into one; the rest is neither. */
export interface CacheUse {
  readonly read: number;
  readonly write: number;
}

/** What a provider keeps of the prompts for one model, and for how long. */
export interface PromptCache {
  /** What a prompt would find now; changes nothing. */
  look(now: number, blocks: readonly PromptBlock[]): CacheUse;
  /** Keeps its beginnings, from when its answer begins. */
  keep(now: number, blocks: readonly PromptBlock[]): void;
}
