import type { ServerResponse } from 'node:http';
import type { WireProvider } from '../model/credential.ts';
import type { PromptBlock } from './cache/prompt-block.ts';
import { countInput, readBlocks } from './cache/read-blocks.ts';
import { type Delivery, deliver } from './deliver.ts';
import type { Route } from './door.ts';
import { makeGarbageHeaders } from './garbage.ts';
import type { Holder, House } from './house.ts';
import { parseJson } from './json-reading.ts';
import type { Refusal } from './limits.ts';
import { badRequest, makeJson, makeRefusal, notAuthorized, showKey } from './refusing.ts';
import type { Fault, MadeAnswer, TakenTokens, TruthEntry } from './setup.ts';
import type { SimulatedScope, Verdict } from './simulated-scope.ts';
import { makeDelivery } from './spoil.ts';
import { countTokens, cutToTokens } from './tokens.ts';
import type { Asked, Personality, Refused, Said } from './wire/personality.ts';

export interface Caller {
  readonly route: Route;
  readonly provider: WireProvider;
  readonly personality: Personality;
  readonly key: string | null;
  /** When its request began to arrive. */
  readonly at: number;
  readonly number: number;
}

type Fate = Pick<TruthEntry, 'kind' | 'fault' | 'model' | 'about' | 'tokens' | 'inflightAtStart'>;
type Admitted = Extract<Verdict, { kind: 'admitted' }>;

/** A call that may be admitted. */
interface Wish {
  readonly asked: Asked;
  readonly blocks: readonly PromptBlock[];
  /** Without its output. */
  readonly tokens: TakenTokens;
}

type Made = Pick<Exclude<MadeAnswer, string>, 'text' | 'tool'> & { readonly about: string | null };

const noTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
const nothingCounted = { model: null, about: null, fault: null, tokens: noTokens, inflightAtStart: 0 };
/** What a list of models shows where a scope knows no end of them. */
const anyModels = ['simulated-large', 'simulated-small'];

/** One request from when it has arrived to its last byte, and its entry in the log. */
export class Exchange {
  readonly #house: House;
  readonly #caller: Caller;
  readonly #response: ServerResponse;
  readonly #startAt: number;

  constructor(house: House, caller: Caller, response: ServerResponse) {
    this.#house = house;
    this.#caller = caller;
    this.#response = response;
    this.#startAt = house.now();
  }

  /** Without a holder the key is unknown here; without a body it was too large. */
  async run(holder: Holder | null, body: string | null): Promise<void> {
    const { route, personality } = this.#caller;
    if (holder === null) return this.#refuse(null, notAuthorized, nothingCounted, {});
    if (body === null) return this.#refuse(holder, badRequest, nothingCounted, { status: 413 });
    const data = parseJson(body);
    const blocks = readBlocks(route.api, data);
    if (route.call === 'generate')
      return this.#generate(holder, personality.read(data, route.model, route.isStream), blocks);
    if (holder.scope.isRevoked(holder.keyIndex)) return this.#refuse(holder, notAuthorized, nothingCounted, {});
    const { models = anyModels } = holder.scope.setup;
    const page =
      route.call === 'models' ? personality.renderModels(models) : personality.renderCount(countInput(blocks));
    await this.#send(holder, makeJson(200, this.#headers(), page), { ...nothingCounted, kind: 'answered' });
  }

  async #generate(holder: Holder, asked: Asked, blocks: readonly PromptBlock[]): Promise<void> {
    const { scope, keyIndex } = holder;
    const { model } = asked;
    const problem = asked.problem ?? scope.caches.findTrouble(blocks);
    if (problem !== null) return this.#refuse(holder, badRequest, { ...nothingCounted, model }, { message: problem });
    if (scope.setup.models?.includes(model) === false)
      return this.#refuse(holder, badRequest, { ...nothingCounted, model }, { status: 404 });
    const { read, write } = scope.caches.look(this.#startAt, model, blocks);
    const tokens = { input: countInput(blocks), cacheRead: read, cacheWrite: write, output: 0 };
    const verdict = scope.begin(this.#startAt, { keyIndex, model, inputTokens: this.#limitedOf(tokens) });
    const fate = { model, fault: verdict.fault?.kind ?? null, inflightAtStart: verdict.inflight, tokens };
    if (verdict.kind === 'admitted') return this.#answer(holder, { asked, blocks, tokens }, verdict, fate);
    const counted = { ...fate, tokens: { ...tokens, cacheRead: 0, cacheWrite: 0 } };
    await this.#refuse(holder, verdict.refusal, counted, { fault: verdict.fault });
  }

  /** What is read from a cache is for nothing only in Anthropic's limits. */
  #limitedOf({ input, cacheRead }: TakenTokens): number {
    return this.#caller.provider === 'anthropic' ? input - cacheRead : input;
  }

  async #answer(
    holder: Holder,
    wish: Wish,
    { fault, serviceMs }: Admitted,
    fate: Pick<Fate, 'model' | 'fault' | 'inflightAtStart'>,
  ): Promise<void> {
    const { scope } = holder;
    const { model, isStream } = wish.asked;
    const headers = { ...this.#headers(), ...this.#advise(holder, model, fault) };
    const beganAt = performance.now();
    const { said, about } = await this.#say(scope, wish, fault);
    scope.caches.keep(this.#house.now(), model, wish.blocks);
    const leftMs = Math.max(0, serviceMs - (performance.now() - beganAt));
    const refused = this.#describe(holder, notAuthorized, model, { fault });
    const { personality } = this.#caller;
    const answer = { personality, said, isStream, serviceMs: leftMs, headers, fault, refused };
    const whole = { ...fate, about, kind: kindOf(fault, isStream), tokens: said.usage };
    await this.#send(holder, makeDelivery(answer), whole, () => {
      scope.end(this.#house.now(), model, said.usage);
    });
  }

  async #say(scope: SimulatedScope, wish: Wish, fault: Fault | null): Promise<{ said: Said; about: string | null }> {
    const { model, toolName, maxOutputTokens } = wish.asked;
    const { text: wanted, about, tool } = await this.#ask(scope, wish);
    const text = maxOutputTokens === null ? wanted : cutToTokens(wanted, maxOutputTokens);
    const said = {
      id: `sim${String(this.#caller.number).padStart(8, '0')}`,
      createdAt: this.#startAt,
      model: fault?.kind === 'downgrade' ? (fault.model ?? 'simulated-small') : model,
      text,
      toolName: tool?.name ?? toolName,
      isFreeform: tool?.kind === 'custom',
      isCutShort: text.length < wanted.length,
      usage: { ...wish.tokens, output: countTokens(text) },
    };
    return { said, about };
  }

  /** An answer that cannot be had is no call in flight any more. */
  async #ask(scope: SimulatedScope, { asked, tokens }: Wish): Promise<Made> {
    const { provider } = this.#caller;
    const { model, system, prompt, schema, toolResults } = asked;
    const request = { provider, scope: scope.setup.id, model, system, prompt, schema, toolResults };
    try {
      const made = await this.#house.answer(request);
      return typeof made === 'string' ? { text: made, about: null } : made;
    } catch (error) {
      scope.end(this.#house.now(), model, tokens);
      throw error;
    }
  }

  async #refuse(
    holder: Holder | null,
    refusal: Refusal,
    fate: Omit<Fate, 'kind' | 'fault' | 'about'>,
    how: How,
  ): Promise<void> {
    const { personality } = this.#caller;
    const { fault = null } = how;
    const model = fate.model ?? '';
    const refused = this.#describe(holder, refusal, model, how);
    const advice = holder === null ? {} : this.#advise(holder, model, fault);
    const delivery = makeRefusal(personality, refused, fault, { ...this.#headers(), ...advice });
    await this.#send(holder, delivery, { ...fate, about: null, fault: fault?.kind ?? null, kind: refusal.kind });
  }

  #describe(holder: Holder | null, refusal: Refusal, model: string, how: How): Refused {
    const { fault = null, message = null } = how;
    const { key, provider, number } = this.#caller;
    return {
      refusal,
      model,
      requestId: requestIdOf(number),
      key: showKey(key, provider, fault),
      status: how.status ?? fault?.status ?? null,
      message,
      hidesLimits: holder?.scope.setup.hidesLimits === true,
      needsMilliseconds: this.#house.needsMilliseconds,
    };
  }

  #headers(): Record<string, string> {
    const { provider, number } = this.#caller;
    const date = new Date(this.#house.now() + this.#house.clockSkewMs).toUTCString();
    if (provider === 'google') return { date };
    return { date, [provider === 'anthropic' ? 'request-id' : 'x-request-id']: requestIdOf(number) };
  }

  /** As of now: what is counted later is not in it. */
  #advise({ scope }: Holder, model: string, fault: Fault | null): Readonly<Record<string, string>> {
    const { personality, number } = this.#caller;
    const { clockSkewMs, needsMilliseconds } = this.#house;
    if (fault?.kind === 'garbage-headers') return makeGarbageHeaders(number);
    const now = this.#house.now();
    return personality.renderAdvice(scope.advise(now, model), now + clockSkewMs, needsMilliseconds);
  }

  async #send(holder: Holder | null, delivery: Delivery, fate: Fate, atEnd = () => {}): Promise<void> {
    const { at, provider, route } = this.#caller;
    await deliver(this.#response, delivery, (isWhole) => {
      atEnd();
      this.#house.log({
        at,
        scope: holder?.scope.setup.id ?? null,
        keyIndex: holder?.keyIndex ?? null,
        provider,
        call: route.call,
        ...fate,
        status: isWhole || this.#response.headersSent ? delivery.status : null,
        startAt: this.#startAt,
        endAt: this.#house.now(),
        isAbandoned: !isWhole,
      });
    });
  }
}

interface How {
  readonly fault?: Fault | null;
  readonly status?: number;
  readonly message?: string;
}

function requestIdOf(number: number): string {
  return `req_sim${String(number).padStart(8, '0')}`;
}

/** What an admitted call is in the end: faults that leave no answer are as good as a broken line. */
function kindOf(fault: Fault | null, isStream: boolean): TruthEntry['kind'] {
  switch (fault?.kind) {
    case undefined:
    case 'garbage-headers':
    case 'downgrade':
    case 'drip':
    case 'huge':
      return 'answered';
    case 'stream-error':
      return isStream ? (fault.trouble ?? 'overload') : 'answered';
    case 'empty':
      return fault.status === 429 ? 'unknown-429' : 'transient';
    default:
      return 'transient';
  }
}
