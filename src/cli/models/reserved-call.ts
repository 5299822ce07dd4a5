import { boundUsd } from '../../gateway/bound-usd.ts';
import type { AskedModel } from '../../model/asked-model.ts';
import type { Credential } from '../../model/credential.ts';
import type { LeastCall } from '../../parallel/credentials/snapshot.ts';
import type { PriceList } from '../../prices/price-list.ts';
import { maxOutputTokensFor } from '../../providers/ai-sdk/call-limits.ts';
import type { Ask } from '../../providers/provider.ts';

/** The least that is set aside for a call until it has ended: of money by the byte, of tokens by an estimate. */
export interface ReservedCall {
  readonly outputTokens: number;
  readonly tokens: number;
  /** Null if the price is not known. */
  readonly usd: number | null;
}

interface KnownCall {
  readonly kind: Ask['kind'];
  readonly role: string;
  /** What a prompt of this kind has at least: our own words, and next to nothing of anybody else's. */
  readonly bytes: number;
}

const calls: readonly KnownCall[] = [
  { kind: 'check-issue', role: 'reviewer', bytes: 2_500 },
  { kind: 'draft', role: 'drafter', bytes: 12_000 },
  { kind: 'revise', role: 'drafter', bytes: 13_000 },
  { kind: 'review', role: 'reviewer', bytes: 8_000 },
];
const bytesPerToken = 4;

/** The call without which nothing of the role's work is done; null for a role that asks in another way. */
export function reserveNeeded(prices: PriceList, role: string, asked: AskedModel): ReservedCall | null {
  const kind = role === 'drafter' ? 'draft' : 'review';
  const needed = calls.find((call) => call.role === role && call.kind === kind);
  return needed === undefined ? null : reserve(prices, needed, asked);
}

function reserve(prices: PriceList | null, { kind, bytes }: KnownCall, asked: AskedModel): ReservedCall {
  const output = maxOutputTokensFor(asked.provider, kind);
  const usd = prices === null ? null : boundUsd(prices, asked, { input: bytes, output });
  return { outputTokens: output, tokens: Math.ceil(bytes / bytesPerToken) + output, usd };
}

/** The cheapest call that a credential can be used for, with one of these models. */
export function findLeastCall(
  prices: PriceList | null,
  { provider, roles }: Credential,
  models: readonly string[],
): LeastCall {
  const fitting = calls.filter(({ role }) => roles === null || roles.includes(role));
  const all = fitting.flatMap((call) => ['', ...models].map((model) => reserve(prices, call, { provider, model })));
  const prized = all.map(({ usd }) => usd).filter((usd) => usd !== null);
  return {
    tokens: all.length === 0 ? null : Math.min(...all.map(({ tokens }) => tokens)),
    usd: prized.length === 0 ? null : Math.min(...prized),
  };
}
