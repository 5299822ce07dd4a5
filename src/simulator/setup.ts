import type { WireProvider } from '../model/credential.ts';
import type { TokenCounts, TroubleKind } from '../model/exchange.ts';

/** How a provider counts one thing per minute. */
export type RateLimit =
  /** Refills all the time, up to `burst`, which is `perMinute` if it is not given. */
  | { readonly kind: 'bucket'; readonly perMinute: number; readonly burst?: number | undefined }
  /** Starts again with every minute of the clock, shifted by `phaseMs`. */
  | { readonly kind: 'fixed'; readonly perMinute: number; readonly phaseMs?: number | undefined }
  /** At most so many in any minute. */
  | { readonly kind: 'sliding'; readonly perMinute: number };

/** How fast a scope may grow: in a window `free`, or what the window before had times `growth`, if that is more. */
export interface RampLimit {
  readonly free: number;
  readonly growth: number;
  readonly windowMinutes: number;
}

/** What a scope allows; what is left out is unlimited. */
export interface ScopeLimits {
  readonly requests?: RateLimit | undefined;
  /** Input and output together. */
  readonly tokens?: RateLimit | undefined;
  readonly inputTokens?: RateLimit | undefined;
  readonly outputTokens?: RateLimit | undefined;
  /** Never advertised. */
  readonly concurrency?: number | undefined;
  /** Requests per day in UTC. */
  readonly perDay?: number | undefined;
  /** What the scope may cost before it is out of money for good. */
  readonly spendUsd?: number | undefined;
  readonly ramp?: RampLimit | undefined;
}

/** How long an answer takes: lognormal around a median, or one time after the other, over and over. */
export type ServiceTimes = { readonly ms: number; readonly spread: number } | readonly number[];

export const faultKinds = [
  /** A 429 although there is room. */
  'rate',
  /** Growing too fast. */
  'accel',
  'concurrency',
  /** The provider's own 529 or 503. */
  'overload',
  /** A 500. */
  'server-error',
  /** The key is refused. */
  'revoked',
  /** Refused, with the whole key in the message. */
  'echo-key',
  /** Out of money. Anthropic has three forms of it: `status` 429, 402 or 400. */
  'quota',
  /** A stream with status 200 whose event `afterEvents` is an error of kind `trouble`. */
  'stream-error',
  /** Nothing at all is ever sent. */
  'hang',
  /** The connection is cut after `bytes` of the body. */
  'cut',
  /** Nonsense in the headers about limits and waits. */
  'garbage-headers',
  /** A 429 by something in between: an HTML page. */
  'html-429',
  /** Status `status` (200), and no body. */
  'empty',
  /** An answer of `bytes` (100 MB). */
  'huge',
  /** An answer that never ends. */
  'endless',
  /** A body that stops half-way, as if it were whole. */
  'truncated-json',
  /** A stream where a document was asked for, and the other way round. */
  'wrong-type',
  /** Another model answers: `model`. */
  'downgrade',
  /** Every piece of the answer comes `everyMs` (100) after the one before. */
  'drip',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What goes wrong, and for which calls. Times and calls are counted from when the fault was set. */
export interface Fault {
  readonly kind: FaultKind;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** The first call of the scope that it is for, from 1. */
  readonly fromCall?: number | undefined;
  readonly toCall?: number | undefined;
  /** Only for the key at this index. */
  readonly key?: number | undefined;
  /** How often it strikes, 0 to 1, by the seed; always, if it is not given. */
  readonly probability?: number | undefined;
  readonly status?: number | undefined;
  readonly waitMs?: number | undefined;
  readonly bytes?: number | undefined;
  readonly afterEvents?: number | undefined;
  readonly everyMs?: number | undefined;
  readonly model?: string | undefined;
  readonly trouble?: 'overload' | 'quota' | 'rate' | undefined;
}

/** One thing that a provider counts, with the keys that lead to it. */
export interface ScopeSetup {
  readonly id: string;
  readonly provider: WireProvider;
  /** Their index is their name: a key itself is never logged. */
  readonly keys: readonly string[];
  readonly limits?: ScopeLimits | undefined;
  /** No headers tell of limits. An openai-compatible scope does not even say when to come back. */
  readonly hidesLimits?: boolean | undefined;
  /** Calls over a limit take of the requests, too. */
  readonly countsFailed?: boolean | undefined;
  /** Rates and days are counted for each model by itself. */
  readonly perModel?: boolean | undefined;
  /** Any other model is not found. */
  readonly models?: readonly string[] | undefined;
  /** 0 ms if it is not given. */
  readonly service?: ServiceTimes | undefined;
  /** What `spendUsd` is counted with: 10 if it is not given. */
  readonly usdPerMillionTokens?: number | undefined;
  /** The first that is for a call strikes. */
  readonly faults?: readonly Fault[] | undefined;
}

/** What a caller asked, whatever the API. */
export interface AnswerRequest {
  readonly provider: WireProvider;
  readonly scope: string;
  readonly model: string;
  readonly system: string;
  /** The text of all user parts. */
  readonly prompt: string;
  /** The JSON schema of the answer; null: text. */
  readonly schema: unknown;
  /** What the tools said that were called so far, the oldest first. */
  readonly toolResults: readonly string[];
}

/** An answer, and what it was about for whoever reads the log. With a tool its text is what the tool is called with. */
export type MadeAnswer =
  | string
  | { readonly text: string; readonly about: string; readonly tool?: CalledTool | undefined };

/** `function`: its input is a JSON object; `custom`, only in the Responses API: text of its own kind. */
interface CalledTool {
  readonly name: string;
  readonly kind: 'function' | 'custom';
}

/** What a call took. `input` is all of it; what was read from a cache, or put into one, is a part of it. */
export interface TakenTokens extends TokenCounts {
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What really happened to one request: the only truth about refusals and overlaps. */
export interface TruthEntry {
  /** When it had arrived; epoch milliseconds. */
  readonly at: number;
  readonly scope: string | null;
  readonly keyIndex: number | null;
  readonly provider: WireProvider;
  readonly call: 'generate' | 'count' | 'models';
  readonly model: string | null;
  /** What it was about, as whoever made the answer says; null if they do not, or there is none. */
  readonly about: string | null;
  /** Null: nothing was sent. */
  readonly status: number | null;
  readonly kind: 'answered' | TroubleKind;
  readonly fault: FaultKind | null;
  readonly startAt: number;
  /** When its last byte was handed over, or the caller left. */
  readonly endAt: number;
  /** How many the scope would serve at once with this one. */
  readonly inflightAtStart: number;
  readonly tokens: TakenTokens;
  /** The caller left before the end. */
  readonly isAbandoned: boolean;
}

export interface SimulatorSetup {
  /** 0: one that is free. */
  readonly port?: number | undefined;
  readonly seed?: number | undefined;
  readonly scopes: readonly ScopeSetup[];
  /** A minute of limits and of caches lasts 60 s times this. What is advertised is per real minute all the same. */
  readonly timeScale?: number | undefined;
  /** How far the provider's clock is ahead of ours, as its headers show. */
  readonly clockSkewMs?: number | undefined;
  answer?(request: AnswerRequest): MadeAnswer | Promise<MadeAnswer>;
  log?(entry: TruthEntry): void;
  now?(): number;
}

/** What may change while it runs. Faults and limits are replaced; new limits start unused. */
export interface ScopeChange {
  /** These and no others are refused. */
  readonly revokedKeys?: readonly number[] | undefined;
  readonly faults?: readonly Fault[] | undefined;
  readonly limits?: ScopeLimits | undefined;
}
