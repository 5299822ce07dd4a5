import { createHash } from 'node:crypto';
import { charactersToTokens } from '../tokens.ts';
import { KeptPrefixes } from './kept-prefixes.ts';
import { leastTokens } from './least-tokens.ts';
import type { PromptBlock } from './prompt-block.ts';
import type { CacheUse, PromptCache } from './prompt-cache.ts';

/** The beginning of a prompt up to the end of a block. */
interface Prefix {
  readonly hash: string;
  readonly tokens: number;
  readonly keptMinutes: number | null;
}

/** How many blocks before a mark are looked at for a beginning that an earlier request has marked. */
const blocksBack = 20;
const nothingKept = { tokens: 0 };

/** As Anthropic does it: a beginning is kept only up to a mark, and found only near one. */
export class MarkedCache implements PromptCache {
  readonly #kept = new KeptPrefixes();
  readonly #minuteMs: number;

  constructor(minuteMs: number) {
    this.#minuteMs = minuteMs;
  }

  look(now: number, blocks: readonly PromptBlock[]): CacheUse {
    const prefixes = listPrefixes(blocks);
    const marked = prefixes.filter(isKept);
    const read = this.#findLongest(now, prefixes).tokens;
    return { read, write: Math.max(0, (marked.at(-1)?.tokens ?? 0) - read) };
  }

  /** What is read is kept anew. */
  keep(now: number, blocks: readonly PromptBlock[]): void {
    const prefixes = listPrefixes(blocks);
    const found = this.#findLongest(now, prefixes);
    if ('hash' in found) this.#kept.keep(now, found.hash, shortestMinutes * this.#minuteMs);
    for (const { hash, keptMinutes } of prefixes.filter(isKept)) {
      this.#kept.keep(now, hash, (keptMinutes ?? 0) * this.#minuteMs);
    }
  }

  #findLongest(now: number, prefixes: readonly Prefix[]): Prefix | typeof nothingKept {
    const isNear = (at: number) => prefixes.slice(at, at + blocksBack).some(isKept);
    return prefixes.findLast(({ hash }, at) => isNear(at) && this.#kept.has(now, hash)) ?? nothingKept;
  }
}

const shortestMinutes = 5;

function isKept({ tokens, keptMinutes }: Prefix): boolean {
  return keptMinutes !== null && tokens >= leastTokens;
}

function listPrefixes(blocks: readonly PromptBlock[]): Prefix[] {
  const hash = createHash('sha256');
  let length = 0;
  return blocks.map(({ from, text, keptMinutes }) => {
    hash.update(`${from}\0${text}\0`);
    length += text.length;
    return { hash: hash.copy().digest('base64'), tokens: charactersToTokens(length), keptMinutes };
  });
}

/** What is wrong with the marks of a request; null if nothing is. */
export function findMarkTrouble(blocks: readonly PromptBlock[]): string | null {
  const marked = blocks.filter(({ keptMinutes }) => keptMinutes !== null);
  if (marked.some(({ text }) => text === '')) return 'cache_control cannot be set for empty text blocks';
  if (marked.length <= mostMarks) return null;
  return `A maximum of ${mostMarks} blocks with cache_control may be provided. Found ${marked.length}.`;
}

const mostMarks = 4;
