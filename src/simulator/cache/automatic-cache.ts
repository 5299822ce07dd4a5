import { createHash } from 'node:crypto';
import { charactersOfToken } from '../tokens.ts';
import { KeptPrefixes } from './kept-prefixes.ts';
import { leastTokens } from './least-tokens.ts';
import type { PromptBlock } from './prompt-block.ts';
import type { CacheUse, PromptCache } from './prompt-cache.ts';

const stepTokens = 128;
const keptMinutes = 5;

/** As OpenAI and Google do it: the longest beginning that was sent before is found, in steps, and nobody pays to keep it. */
export class AutomaticCache implements PromptCache {
  readonly #kept = new KeptPrefixes();
  readonly #keptMs: number;

  constructor(minuteMs: number) {
    this.#keptMs = keptMinutes * minuteMs;
  }

  look(now: number, blocks: readonly PromptBlock[]): CacheUse {
    const found = listPrefixes(blocks).findLast(({ hash }) => this.#kept.has(now, hash));
    return { read: found?.tokens ?? 0, write: 0 };
  }

  keep(now: number, blocks: readonly PromptBlock[]): void {
    for (const { hash } of listPrefixes(blocks)) this.#kept.keep(now, hash, this.#keptMs);
  }
}

/** The beginnings that can be found: 1024 tokens, and every 128 more. */
function listPrefixes(blocks: readonly PromptBlock[]): { readonly hash: string; readonly tokens: number }[] {
  const text = blocks.map((block) => block.text).join('');
  const hash = createHash('sha256');
  const prefixes: { readonly hash: string; readonly tokens: number }[] = [];
  let [from, tokens] = [0, leastTokens];
  for (let to = tokens * charactersOfToken; to <= text.length; to = tokens * charactersOfToken) {
    hash.update(text.slice(from, to));
    prefixes.push({ hash: hash.copy().digest('base64'), tokens });
    from = to;
    tokens += stepTokens;
  }
  return prefixes;
}
