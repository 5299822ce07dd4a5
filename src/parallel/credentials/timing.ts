export interface CoordinatorTiming {
  /** Leases and tickets of a coordinator that gives no sign of life are gone after so long: 30 s. */
  readonly ttlMs: number;
  /** How often it gives one while it has leases or tickets: 10 s. */
  readonly beatMs: number;
  /** How often it looks for news while others share the store: 20 ms. */
  readonly pollMs: number;
}

export const usualTiming: CoordinatorTiming = { ttlMs: 30_000, beatMs: 10_000, pollMs: 20 };
