import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScopeSetup, SimulatorSetup } from '../../src/simulator/setup.ts';
import { drawServices, lowerBoundMs } from './bound.ts';
import { runCallers } from './callers.ts';
import { type Metrics, makeMetrics } from './metrics.ts';
import { Child } from './processes/child.ts';
import type { ProviderQuestion } from './processes/provider.ts';
import { type Scenario, timeScale } from './scenario.ts';
import type { Strategy } from './strategies/strategy.ts';
import type { Truth } from './truth.ts';

/** Whoever takes longer than so many times the bound is cut off. */
const mostBounds = 2;

export interface Measured {
  readonly metrics: Metrics;
  readonly truth: Truth;
}

/** One strategy in one scenario: providers of its own, and everything is closed afterwards. */
export async function measure(scenario: Scenario, strategy: Strategy): Promise<Measured> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-bench-')));
  try {
    using provider = new Child(new URL('./processes/provider.ts', import.meta.url));
    const ask = <Reply>(question: ProviderQuestion) => provider.ask<Reply>(question);
    const keys = makeKeys(scenario);
    const services = drawServices(scenario);
    const origin = await ask<string>({ kind: 'open', setup: makeSetup(scenario, keys), services });
    await using door = await strategy.open({ scenario, origin, keys, folder });
    const limitMs = Math.ceil(lowerBoundMs(scenario) * mostBounds);
    await ask<number>({ kind: 'start' });
    const attending = new AbortController();
    const attended = door.attend?.(attending.signal).catch(() => ({})) ?? {};
    const end = await runCallers(door, scenario, limitMs);
    const truth = await ask<Truth>({ kind: 'tell' });
    const extra = await Promise.race([attended, giveUp(5_000, attending)]);
    return { metrics: makeMetrics(scenario, truth, end, extra), truth };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function giveUp(ms: number, controller: AbortController): Promise<Readonly<Record<string, number>>> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  controller.abort();
  return {};
}

function makeKeys({ scopes }: Scenario): Map<string, readonly string[]> {
  return new Map(scopes.map(({ id, keys }) => [id, Array.from({ length: keys }, () => `sim-${randomUUID()}`)]));
}

function makeSetup({ provider, scopes, seed }: Scenario, keys: ReadonlyMap<string, readonly string[]>): SimulatorSetup {
  const setups = scopes.map(({ id, requests, concurrency, hidesLimits, countsFailed, faults }): ScopeSetup => {
    const limits = {
      requests: requests === null ? undefined : ({ kind: 'bucket', ...requests } as const),
      concurrency: concurrency ?? undefined,
    };
    return { id, provider, keys: keys.get(id) ?? [], limits, hidesLimits, countsFailed, faults };
  });
  return { scopes: setups, seed, timeScale };
}
