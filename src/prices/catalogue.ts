import type { MatchLogic, ModelInfo, ModelPrice } from '@pydantic/genai-prices';
import type { WireProvider } from '../model/credential.ts';
import type { Rate, Rates } from './rates.ts';

export interface Catalogue {
  /** Null for a model that is not in it. */
  ratesOf(provider: WireProvider, model: string): Rates | null;
}

/** Whose prices hold. Whoever stands behind a compatible endpoint sets their own. */
const sellers: Readonly<Partial<Record<WireProvider, string>>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
};

/** Prices change on a date: what was found is believed for so long. */
const freshMs = 3_600_000;

/** Whoever asks for many names must not fill the memory. */
const mostKept = 1000;

export async function openCatalogue(now: () => number): Promise<Catalogue> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const found = new Map<string, { at: number; rates: Rates | null }>();
  const find = (seller: string, model: string): Rates | null => {
    const price = calcPrice({}, model, { providerId: seller, timestamp: new Date(now()) });
    return price !== null && isNamed(price.model, model) ? toRates(price.model_price) : null;
  };
  return {
    ratesOf(provider, model) {
      const seller = sellers[provider];
      if (seller === undefined) return null;
      const key = `${provider}:${model}`;
      const known = found.get(key);
      if (known !== undefined && Math.abs(now() - known.at) < freshMs) return known.rates;
      const rates = find(
        seller,
        model
          .trim()
          .toLowerCase()
          .replace(/^models\//, ''),
      );
      if (found.size >= mostKept) found.clear();
      found.set(key, { at: now(), rates });
      return rates;
    },
  };
}

/**
 * The catalogue finds some models by a beginning alone, and so takes `claude-sonnet-5-5` for `claude-sonnet-5`. A name
 * is believed if it stands there, or if only a date or number of release is added.
 */
function isNamed({ id, match }: ModelInfo, model: string): boolean {
  const names = [id, ...listNames(match)].map((name) => name.toLowerCase());
  return names.includes(model) || names.includes(withoutRelease(model));
}

function withoutRelease(model: string): string {
  return model.replace(/[-@](?:20\d{2}-?\d{2}-?\d{2}|\d{2}-20\d{2}|\d{2}-\d{2}|\d{3,4}|latest)$/, '');
}

function listNames(match: MatchLogic): string[] {
  if ('or' in match) return match.or.flatMap(listNames);
  if ('and' in match) return match.and.flatMap(listNames);
  return Object.entries(match).flatMap(([how, name]) => (how === 'regex' || typeof name !== 'string' ? [] : [name]));
}

/** Null without a price for text in and out, and where another price for what comes out could hold. */
function toRates(price: ModelPrice): Rates | null {
  const input = toRate(price['input_mtok']);
  const output = toRate(price['output_mtok']);
  if (input === null || output === null || mixedOutputs.some((key) => price[key] !== undefined)) return null;
  const cacheWrite = toRate(price['cache_write_mtok']) ?? input;
  return {
    input,
    output,
    cacheRead: toRate(price['cache_read_mtok']) ?? input,
    cacheWrite,
    hourCacheWrite: toRate(price['cache_write_1h_mtok']) ?? cacheWrite,
  };
}

const mixedOutputs = ['output_image_mtok', 'output_audio_mtok', 'output_video_mtok'];

function toRate(price: ModelPrice[string]): Rate | null {
  if (price === undefined) return null;
  if (typeof price === 'number') return { base: price, tiers: [] };
  return { base: price.base, tiers: price.tiers.toSorted((a, b) => a.start - b.start) };
}
