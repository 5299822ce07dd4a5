import { type Failure, type FailureCode, policies, TaskFailure } from '../model/failure.ts';
import { parsePersonsAnswer } from '../model/persons-answer.ts';
import type { TaskReceipt } from '../model/task-receipt.ts';
import type { ProviderReply } from '../providers/provider.ts';
import type { AnsweredCall, CallEnv, FileToPublish, StepEnv, WorkflowContext } from '../workflows/workflow.ts';
import { type Durable, type Keep, type Measured, Unwinding } from './durable.ts';

/** What a context needs of the place where it runs. */
export interface ContextTools {
  readonly taskId: string;
  readonly signal: AbortSignal;
  readonly maxRetries: number;
  now(): number;
  log(message: string): void;
  publish(files: readonly FileToPublish[]): Promise<void>;
  /** How long to wait after the n-th refusal that names no time. */
  backoffMs(refusals: number): number;
  /** What the task has taken so far; null where nobody counts. */
  receipt(): Promise<TaskReceipt | null>;
  /** Throws if no call may be made any more. */
  permitCall(): Promise<void>;
  /** Resolves if whoever passes calls on is still there. */
  confirmPresence(): Promise<void>;
}

/** One try of a call, as it is kept. */
type KeptTry =
  | {
      readonly kind: 'answer';
      readonly runId: string;
      readonly text: string;
      readonly model: string;
      readonly program?: string;
    }
  | {
      readonly kind: 'refusal';
      readonly runId: string;
      readonly failure: Failure;
      readonly retryAt: number;
      readonly isFinal: boolean;
      readonly repeats: number;
    }
  /** The worker was about to end. */
  | { readonly kind: 'lost'; readonly reason: string };

/** Names become keys: the n-th step of a name is the same one in every replay. */
export function makeContext(durable: Durable, tools: ContextTools): WorkflowContext {
  const counts = new Map<string, number>();
  const count = (name: string) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name) ?? 1;
  };
  const step = async <T>(name: string, run: (env: StepEnv) => Promise<T> | T): Promise<T> =>
    await durable.memo(`${name}#${count(name)}`, async () => free(await run({ signal: tools.signal })));
  const hold = async <T>(name: string, make: () => T): Promise<T> => durable.hold(`${name}#${count(name)}`, make);
  return {
    step,
    hold,
    call: async (name, ask) => await callDurably(durable, tools, `${name}#${count(name)}`, ask),
    async publish(name, files) {
      // The journal has told of the files.
      const key = `publish-${name}`;
      await durable.memoQuietly(`${key}#${count(key)}`, async () => await tools.publish(files));
    },
    async sleep(name, ms) {
      const untilAt = await step(`${name}-until`, () => tools.now() + ms);
      await durable.sleepUntil(name, { untilAt, reason: `${name} takes ${ms / 1000} s`, cause: 'timeout' });
    },
    // A gate may have the name of a step.
    approval: async (name, question) =>
      await durable.waitSignal(`${name}-${count(`gate ${name}`)}`, parsePersonsAnswer, question),
    now: async () => await hold('now', () => tools.now()),
    receipt: async () => await step('receipt', async () => await tools.receipt()),
    log: (message) => tools.log(message),
  };
}

async function callDurably(
  durable: Durable,
  tools: ContextTools,
  key: string,
  ask: (env: CallEnv) => Promise<ProviderReply>,
): Promise<AnsweredCall> {
  for (let tries = 0, refusals = 0; ; tries += 1) {
    const step = tries === 0 ? key : `${key}/try-${tries + 1}`;
    const { runId } = durable;
    const one = { runId, tries, refusals };
    const kept = await durable.memo(step, async (keep) => await tryCall(tools, { ...one, keep }, ask));
    if (kept.kind === 'answer') {
      const { text, model, program } = kept;
      const told = program === undefined ? {} : { program };
      return { text, model, ...told, callId: `${kept.runId}/${step}`, isEarlier: kept.runId !== runId };
    }
    // What was refused in an earlier batch is asked for anew: whoever retries has a reason to.
    if (kept.kind === 'lost' || kept.runId !== runId) continue;
    const { failure, retryAt, isFinal, repeats } = kept;
    refusals += 1 + repeats;
    if (isFinal || refusals > repeatsOf(failure, tools.maxRetries)) {
      throw new TaskFailure(isFinal ? failure : exhausted(failure, tools.maxRetries));
    }
    await durable.sleepUntil(`${step}/wait`, { untilAt: retryAt, reason: failure.message, cause: failure.code });
  }
}

/** Of the batch, not of this call: a resume goes on with the task, and must not find it refused already. */
const ofBatch: ReadonlySet<FailureCode> = new Set(['budget', 'credentials']);

interface Try {
  readonly runId: string;
  readonly tries: number;
  readonly refusals: number;
  readonly keep: Keep;
}

async function tryCall(
  tools: ContextTools,
  one: Try,
  ask: (env: CallEnv) => Promise<ProviderReply>,
): Promise<Measured<KeptTry>> {
  const { runId, tries, keep } = one;
  await tools.permitCall();
  const reply = await ask({
    signal: tools.signal,
    triesEnded: tries,
    repeatsUsed: one.refusals,
    noteTry: (reason) => keep({ kind: 'lost', reason }, { code: 'crash', message: reason }),
  });
  if (reply.kind === 'answer') {
    const { text, model, program, usd } = reply;
    const value: KeptTry = { kind: 'answer', runId, text, model, ...(program === undefined ? {} : { program }) };
    return { value, usd, refusal: null };
  }
  if (reply.kind === 'parked') {
    // From within the memo: nothing is kept, so that the same try is made again, and no refusal is counted.
    const { untilAt, reason, cause, heldMs } = reply;
    throw new Unwinding({ kind: 'parked', for: 'time', untilAt, reason, cause, heldMs });
  }
  // A coordinator that was killed ends calls before it ends its workers: that is no refusal, and not kept.
  await tools.confirmPresence();
  // Nor is the end of a program whose worker was told to end at the same moment.
  tools.signal.throwIfAborted();
  return keepRefusal(tools, one, reply);
}

function keepRefusal(
  tools: ContextTools,
  { runId, refusals, keep }: Try,
  { failure, retryAfterMs, isFinal, repeats, usd }: Extract<ProviderReply, { kind: 'refusal' }>,
): Measured<KeptTry> {
  const { burnsAttempt } = policies[failure.code];
  // The next attempt asks anew: this try is over, and did not refuse.
  if (burnsAttempt) keep({ kind: 'lost', reason: failure.message }, failure);
  if (burnsAttempt || ofBatch.has(failure.code)) throw new TaskFailure(failure);
  const retryAt = tools.now() + Math.max(0, retryAfterMs ?? tools.backoffMs(refusals + 1));
  return { value: { kind: 'refusal', runId, failure, retryAt, isFinal, repeats }, usd, refusal: failure };
}

/** A reply that says nothing is asked for once more, as everywhere; what is nobody's fault as often as the user likes. */
function repeatsOf({ code }: Failure, maxRetries: number): number {
  if (policies[code].isEnvironmental) return maxRetries;
  return code === 'unreadable' ? 1 : 0;
}

function exhausted(failure: Failure, maxRetries: number): Failure {
  const { code, message } = failure;
  if (!policies[code].isEnvironmental) return failure;
  return { code, message: `${message}; asked ${maxRetries + 1} times (--max-retries ${maxRetries})` };
}

function free<T>(value: T): Measured<T> {
  return { value, usd: 0, refusal: null };
}
