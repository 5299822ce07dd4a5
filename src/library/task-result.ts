import type { Fate } from '../model/outcome.ts';

/** How a task ended; one that is done has the value of its executor. */
export type TaskResult<Value = unknown> = (DoneFate & { readonly value: Value }) | Exclude<Fate, DoneFate>;

type DoneFate = Extract<Fate, { kind: 'done' }>;
