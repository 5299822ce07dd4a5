import type { Exchange, LimitAdvice, Trouble, Usage } from '../model/exchange.ts';
import { classifyStreamEvent } from '../providers/wire/classify.ts';
import { isSameModel } from '../providers/wire/downgrade.ts';
import { openMeter, type ReplyMeter } from '../providers/wire/meter.ts';
import type { Call, House } from './call.ts';

import type { NextStep } from './repeats.ts';

type Lease = Awaited<ReturnType<House['coordinator']['reserve']>>;

/** One try of a call, with the lease that it has. */
export interface Turn {
  readonly lease: Lease;
  /** 0 for the first. */
  readonly repeat: number;
  readonly waitedMs: number;
  /** What comes after trouble; asked once. */
  decide(trouble: Trouble): NextStep;
}

type Measured = Pick<Exchange, 'usage' | 'usd' | 'answeredBy'>;

/** Of what was never sent, everybody knows what it took. */
const nothingUsed: Usage = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

/** What is learned of an exchange while it goes on; closing it releases the lease, and happens once. */
export class ExchangeRecord {
  readonly #house: House;
  readonly #call: Call;
  readonly #turn: Turn;
  readonly #startedAt: number;
  #openedMeter: ReplyMeter | null = null;
  #firstByteAt: number | null = null;
  #isOpen = true;

  status: number | null = null;
  advice: readonly LimitAdvice[] = [];
  trouble: Trouble | null = null;
  /** What happened to it, in our own words; null where kind and status say it all. */
  why: string | null = null;
  /** The reply went on to the caller, if only a part of it. */
  isPassedOn = false;
  /** The provider said no, and asks nothing for that. */
  isRefused = false;
  #isSent = false;

  constructor(house: House, call: Call, turn: Turn) {
    this.#house = house;
    this.#call = call;
    this.#turn = turn;
    this.#startedAt = house.clock.now();
  }

  /** From now on the provider may have heard of it. */
  noteSent(): void {
    this.#isSent = true;
  }

  get isSent(): boolean {
    return this.#isSent;
  }

  /** Nobody asks anything for it: it was never sent, or refused. */
  get isFree(): boolean {
    return !this.#isSent || this.isRefused;
  }

  meter(chunk: Uint8Array): void {
    this.#firstByteAt ??= this.#house.clock.now();
    this.#meter.push(chunk);
  }

  /** Throws what went wrong with measuring, after all was settled as unmeasured. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    let measured: Measured = { usage: null, usd: null, answeredBy: null };
    try {
      measured = this.#measure();
    } finally {
      const { advice, trouble } = this;
      const { usage, usd, answeredBy } = measured;
      this.#house.coordinator.release(this.#turn.lease, { trouble, advice, usage, usd });
      this.#call.books.noteExchange(usd, answeredBy);
      this.#tell(measured);
    }
  }

  #measure(): Measured {
    const { usage: told, model: answeredBy, isComplete } = this.#endMeter();
    // What a reply says before its end is less than it took; a server on the way may end one as if it were whole.
    const usage = isComplete ? told : null;
    return { usage, usd: this.#measureUsd(usage, answeredBy), answeredBy };
  }

  get #meter(): ReplyMeter {
    this.#openedMeter ??= openMeter(this.#call.endpoint.api, this.#call.isStream);
    return this.#openedMeter;
  }

  /** An error in the midst of a stream is trouble, too, though it can be mended no more. */
  #endMeter(): { usage: Usage | null; model: string | null; isComplete: boolean } {
    if (!this.#isSent) return { usage: nothingUsed, model: null, isComplete: true };
    if (!this.isPassedOn || !this.#call.endpoint.isBilled) return { usage: null, model: null, isComplete: false };
    this.#meter.end();
    this.trouble ??= classifyStreamEvent(this.#call.provider, this.#meter.trouble, this.#house.clock.now());
    return this.#meter;
  }

  /** Null: unmeasured. */
  #measureUsd(usage: Usage | null, answeredBy: string | null): number | null {
    const { provider, model, endpoint, extraPrice } = this.#call;
    if (!endpoint.isBilled || this.isFree) return 0;
    if (!this.isPassedOn || usage === null || extraPrice !== null || this.#meter.isDearer) return null;
    const { prices } = this.#house;
    const answered = answeredBy ?? model;
    const asked = isSameModel(model, answered) ? prices.usdOf(provider, model, usage) : null;
    return asked ?? prices.usdOf(provider, answered, usage);
  }

  #tell(measured: Measured): void {
    const { lease, repeat, waitedMs } = this.#turn;
    const { grant, provider, model, estimatedUsd } = this.#call;
    const since = (at: number) => Math.max(0, at - this.#startedAt);
    this.#house.onExchange({
      taskId: grant.taskId,
      role: grant.role,
      provider,
      model,
      ...measured,
      credential: lease.credential,
      scope: lease.scope,
      lease: lease.id,
      fence: lease.fence,
      estimatedUsd,
      repeat,
      status: this.status,
      trouble: this.trouble?.kind ?? null,
      ...(this.why === null ? {} : { why: this.why }),
      retryAt: this.trouble?.retryAt ?? null,
      waitedMs,
      firstByteMs: this.#firstByteAt === null ? null : since(this.#firstByteAt),
      ms: since(this.#house.clock.now()),
    });
  }
}
