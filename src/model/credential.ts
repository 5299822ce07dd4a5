/** Whose wire protocol a model is asked by. */
export const wireProviders = ['anthropic', 'openai', 'google', 'openai-compatible'] as const;
export type WireProvider = (typeof wireProviders)[number];

export function isWireProvider(name: string): name is WireProvider {
  return wireProviders.some((provider) => provider === name);
}

/** A credential as everybody may know it: a name, and never a secret. */
export interface Credential {
  readonly name: string;
  readonly provider: WireProvider;
  /**
   * Where its requests go: the part before `/v1/messages`, `/v1beta/…` and the like. With a slash at the end it has a
   * version of its own, or none, and nothing but `chat/completions` stands behind it.
   */
  readonly baseUrl: string;
  /** What the provider counts: credentials of one quota scope behave as one. */
  readonly scope: string;
  /** Null: every model of the provider. */
  readonly models: readonly string[] | null;
  /** Null: every role. */
  readonly roles: readonly string[] | null;
  readonly limits: KnownLimits;
  readonly budget: CredentialBudget;
}

/** What the user knows of a scope's limits, per model; null where that is to be found out. */
export interface KnownLimits {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly inputTokensPerMinute: number | null;
  readonly outputTokensPerMinute: number | null;
  readonly requestsPerDay: number | null;
  readonly concurrency: number | null;
}

/** What a credential may cost, per day in UTC; null: no limit. */
export interface CredentialBudget {
  readonly usdPerDay: number | null;
  readonly tokensPerDay: number | null;
}
