import type { Durable, Wait } from '../../src/engines/durable.ts';
import type { Failure } from '../../src/model/failure.ts';

/** A durable run in memory: what is kept survives `again`, as a checkpoint survives a worker. */
export class MemoryDurable implements Durable {
  readonly runId: string;
  readonly kept: Map<string, string>;
  readonly waits: Wait[] = [];
  readonly costs: (number | null)[] = [];
  readonly refusals: Failure[] = [];

  constructor(runId = 'batch-1/137', kept = new Map<string, string>()) {
    this.runId = runId;
    this.kept = kept;
  }

  again(runId = this.runId): MemoryDurable {
    return new MemoryDurable(runId, this.kept);
  }

  async memo<T>(key: string, run: Parameters<Durable['memo']>[1]): Promise<T> {
    const known = this.kept.get(key);
    if (known !== undefined) return JSON.parse(known);
    const { value, usd, refusal } = await run((early) => this.kept.set(key, JSON.stringify(early)));
    this.kept.set(key, JSON.stringify(value ?? null));
    this.costs.push(usd);
    if (refusal !== null) this.refusals.push(refusal);
    return JSON.parse(this.kept.get(key) ?? 'null');
  }

  async memoQuietly<T>(key: string, run: () => Promise<T>): Promise<T> {
    return await this.memo(key, async () => ({ value: await run(), usd: 0, refusal: null }));
  }

  hold<T>(key: string, make: () => T): T {
    const known = this.kept.get(key) ?? JSON.stringify(make());
    this.kept.set(key, known);
    return JSON.parse(known);
  }

  async sleepUntil(_key: string, wait: Wait): Promise<void> {
    this.waits.push(wait);
  }

  async waitSignal<T>(): Promise<T> {
    throw new Error('nobody answers here');
  }

  async child<T>(_key: string, run: (durable: Durable) => Promise<T>): Promise<T> {
    return await run(this);
  }
}
