import type { WireProvider } from '../../model/credential.ts';
import { AutomaticCache } from './automatic-cache.ts';
import { findMarkTrouble, MarkedCache } from './marked-cache.ts';
import type { PromptBlock } from './prompt-block.ts';
import type { CacheUse, PromptCache } from './prompt-cache.ts';

/** The caches of one scope: each model has its own. */
export class PromptCaches {
  readonly #provider: WireProvider;
  readonly #minuteMs: number;
  readonly #caches = new Map<string, PromptCache>();

  constructor(provider: WireProvider, minuteMs: number) {
    this.#provider = provider;
    this.#minuteMs = minuteMs;
  }

  /** Why the provider would not even begin; null if it would. */
  findTrouble(blocks: readonly PromptBlock[]): string | null {
    return this.#provider === 'anthropic' ? findMarkTrouble(blocks) : null;
  }

  look(now: number, model: string, blocks: readonly PromptBlock[]): CacheUse {
    return this.#cacheOf(model).look(now, blocks);
  }

  keep(now: number, model: string, blocks: readonly PromptBlock[]): void {
    this.#cacheOf(model).keep(now, blocks);
  }

  #cacheOf(model: string): PromptCache {
    const known = this.#caches.get(model);
    if (known !== undefined) return known;
    const made = this.#provider === 'anthropic' ? new MarkedCache(this.#minuteMs) : new AutomaticCache(this.#minuteMs);
    this.#caches.set(model, made);
    return made;
  }
}
