import { setTimeout as sleep } from 'node:timers/promises';
import { toJson } from '../../model/json.ts';
import type { RedactedData } from '../../model/redacted.ts';
import type { Checkpoint } from '../../store/checkpoint.ts';
import { type Durable, type Keep, type Measured, Unwinding, type Wait } from '../durable.ts';

/** What a run needs besides its checkpoint. */
export interface LocalRun {
  readonly runId: string;
  readonly checkpoint: Checkpoint;
  now(): number;
  /** True when the batch stops: no new step may start. */
  isDraining(): boolean;
  readonly signal: AbortSignal;
  /** A value is in the checkpoint, as number `sequence`. */
  onSaved(saved: SavedValue): void;
  redact<T>(data: T): RedactedData<T>;
  /** What a person answered to this question; null if nobody has. */
  loadAnswer(gate: string): unknown;
}

interface SavedValue extends Omit<Measured<unknown>, 'value'> {
  readonly step: string;
  readonly sequence: number;
  readonly ms: number;
}

/** Waits up to this are not worth giving up the worker. */
const shortWaitMs = 5_000;

/** Durable steps over one checkpoint of one task. */
export function makeLocalDurable(run: LocalRun, prefix = ''): Durable {
  return {
    runId: run.runId,
    memo: async (key, work) => await memo(run, prefix + key, work),
    memoQuietly: async (key, work) =>
      await memo({ ...run, onSaved: () => {} }, prefix + key, async () => free(await work())),
    hold: (key, make) => hold(run, prefix + key, make),
    sleepUntil: async (_key, wait) => await sleepUntil(run, wait),
    async waitSignal(key, parse, question) {
      return await memo(run, prefix + key, async () => {
        // Bound to this checkpoint: an answer to an earlier document is no answer to this one.
        const gate = `${prefix}${key}-${run.checkpoint.id.slice(0, 8)}`;
        const answer = run.loadAnswer(gate);
        if (answer === null) throw new Unwinding({ kind: 'parked', for: 'person', gate, reason: question });
        return free(parse(answer));
      });
    },
    child: async (key, work) => await work(makeLocalDurable(run, `${prefix}${key}/`)),
  };
}

function free<T>(value: T): Measured<T> {
  return { value, usd: 0, refusal: null };
}

async function memo<T>(run: LocalRun, key: string, work: (keep: Keep) => Promise<Measured<T>>): Promise<T> {
  const known = load<T>(run, key);
  if (known !== null) return known.value;
  if (run.isDraining()) throw new Unwinding({ kind: 'stopped' });
  const startedAt = performance.now();
  let isKept = false;
  const keep = ({ value, usd, refusal }: Measured<unknown>) => {
    const ms = Math.round(performance.now() - startedAt);
    run.onSaved({ step: key, sequence: run.checkpoint.save(key, value, ms, usd), ms, usd, refusal });
    isKept = true;
  };
  const measured = await work((value, refusal) => keep({ value, usd: null, refusal }));
  // As it would come back: a replay must not see anything else than the first run did.
  const plain = run.redact(toJson(measured.value));
  if (!isKept) keep({ ...measured, value: plain });
  return plain;
}

function hold<T>(run: LocalRun, key: string, make: () => T): T {
  const known = load<T>(run, key);
  if (known !== null) return known.value;
  const plain = run.redact(toJson(make()));
  run.checkpoint.hold(key, plain);
  return plain;
}

/** What a key holds was put there by the same workflow code: the only cast of this room. */
function load<T>(run: LocalRun, key: string): { readonly value: T } | null {
  const known = run.checkpoint.load(key);
  return known === null ? null : { value: known.value as T };
}

async function sleepUntil(run: LocalRun, { untilAt, reason, cause }: Wait): Promise<void> {
  const waitMs = untilAt - run.now();
  if (waitMs > shortWaitMs) throw new Unwinding({ kind: 'parked', for: 'time', untilAt, reason, cause, heldMs: 0 });
  if (waitMs <= 0) return;
  if (run.isDraining()) throw new Unwinding({ kind: 'stopped' });
  try {
    await sleep(waitMs, undefined, { signal: run.signal });
  } catch {
    throw new Unwinding({ kind: 'stopped' });
  }
}
