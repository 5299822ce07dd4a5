import type { Credential } from '../../../src/model/credential.ts';
import type { Observation, TokenCounts } from '../../../src/model/exchange.ts';
import { levelAt } from '../../../src/parallel/credentials/bucket.ts';
import type { PoolEvent } from '../../../src/parallel/credentials/events.ts';
import type { Readiness } from '../../../src/parallel/credentials/objection.ts';
import {
  type Bucket,
  emptyState,
  type LaneRow,
  laneKey,
  type PoolState,
  type ScopeRow,
  scopeKey,
  type Wish,
} from '../../../src/parallel/credentials/pool-state.ts';
import { judgeReadiness } from '../../../src/parallel/credentials/readiness.ts';
import { apply } from '../../../src/parallel/credentials/reducer.ts';
import { makeCredential } from './virtual-run.ts';

export const startAt = Date.parse('2026-11-16T12:00:00Z');

/** Plays events against the reducer, one after the other, at times of its own. */
export class PoolPlay {
  state: PoolState = emptyState;
  now = startAt;
  readonly credential: Credential;
  #count = 0;

  constructor(credential: Credential = makeCredential('k')) {
    this.credential = credential;
    this.apply({ kind: 'joined', credentials: [credential] });
  }

  apply(event: PoolEvent): this {
    this.state = apply(this.state, event, this.now);
    return this;
  }

  pass(ms: number): this {
    this.now += ms;
    return this;
  }

  wish(change: Partial<Wish> = {}): Wish {
    const { provider } = this.credential;
    return { role: 'r', provider, model: 'm', tokens: { input: 10, output: 0 }, usd: 0.01, taskId: null, ...change };
  }

  /** Whether it may or not. */
  start(change: { tokens?: TokenCounts; model?: string; owner?: string; credential?: Credential } = {}): string {
    this.#count += 1;
    const [ticket, lease] = [`t${this.#count}`, `l${this.#count}`];
    const { owner = 'o', credential = this.credential, ...wished } = change;
    this.apply({ kind: 'ticket-made', id: ticket, owner, wish: this.wish(wished), lastScope: null });
    this.apply({ kind: 'granted', ticket, lease, credential, weight: 1 });
    return lease;
  }

  end(lease: string, observation: Observation, jitter = 0.5): this {
    const fence = this.state.leases.get(lease)?.fence ?? 0;
    return this.apply({ kind: 'released', lease, fence, observation, jitter });
  }

  ready(change: Partial<Wish> = {}): Readiness {
    return judgeReadiness(this.state, this.credential, this.wish(change), this.now);
  }

  get scope(): ScopeRow {
    const scope = this.state.scopes.get(scopeKey(this.credential));
    if (scope === undefined) throw new Error('there is no scope');
    return scope;
  }

  lane(model = 'm'): LaneRow {
    const lane = this.state.lanes.get(laneKey(scopeKey(this.credential), model));
    if (lane === undefined) throw new Error('there is no lane');
    return lane;
  }

  /** The buckets of a model, by source. */
  buckets(source: Bucket['source'], model = 'm'): Bucket[] {
    return this.lane(model)
      .buckets.filter((use) => use.source === source)
      .flatMap(({ bucket }) => this.state.buckets.get(bucket) ?? []);
  }

  level(source: Bucket['source'], model = 'm'): number {
    const [bucket] = this.buckets(source, model);
    if (bucket === undefined) throw new Error('there is no bucket');
    return levelAt(bucket, this.now);
  }
}
