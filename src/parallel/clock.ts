/** Time, as the coordinator needs it: given from outside, so that a test can be its master. */
export interface Clock {
  /** Epoch milliseconds; may jump. */
  now(): number;
  /** Calls once, no earlier than after this much time; returns how to call it off. */
  after(ms: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
