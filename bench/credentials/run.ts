import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Check, checkAgainst, checkOurs, longestWaitMs } from './gates.ts';
import { measure } from './measure.ts';
import type { Metrics } from './metrics.ts';
import { measurePair } from './pair.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { naive } from './strategies/naive.ts';
import { ours } from './strategies/ours.ts';
import { installPortkey, makePortkey } from './strategies/portkey.ts';
import type { Strategy } from './strategies/strategy.ts';
import { type Row, renderRows } from './table.ts';

/**
 * N callers share K keys: how close to what the providers allow, at which cost in refused calls, and how that compares.
 * Callers, coordinator and providers are processes of their own that talk HTTP; a provider's minute lasts six seconds
 * (`timeScale`), the times of our own coordinator and of Portkey are real ones. All figures but the failures that
 * callers see come from what the providers saw; the bound from service times that were drawn before.
 *
 * It needs a machine that is not busy: a reply that waits for the processor is lost throughput.
 */
const options = {
  /** Scenarios by name; all if none is named. */
  only: { type: 'string', multiple: true },
  /** Ours alone. */
  alone: { type: 'boolean' },
  json: { type: 'boolean' },
  /** Every start at the providers goes into the JSON, too. */
  starts: { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
const chosen = choose(values.only ?? scenarios.map(({ id }) => id));
const folder = mkdtempSync(join(tmpdir(), 'agentos-bench-peers-'));
const rows: (Row & { readonly starts?: readonly unknown[] })[] = [];
try {
  const peers = values.alone || !chosen.some(({ hasPeers }) => hasPeers) ? [] : openPeers();
  for (const scenario of chosen) await measureAll(scenario, scenario.hasPeers ? peers : []);
  const pair = await measurePair(folder);
  tell(pair);
  process.exitCode = pair.isMet && rows.every(({ checks }) => checks?.every(({ isMet }) => isMet) ?? true) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function choose(names: readonly string[]): readonly Scenario[] {
  const unknown = names.find((name) => !scenarios.some(({ id }) => id === name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${scenarios.map(({ id }) => id).join(', ')}`);
  return scenarios.filter(({ id }) => names.includes(id));
}

function openPeers(): Strategy[] {
  process.stderr.write('installing Portkey …\n');
  const program = installPortkey(folder);
  if (program === null) throw new Error('Portkey could not be installed; --alone measures without it');
  return [naive, makePortkey(program, false), makePortkey(program, true)];
}

async function measureAll(scenario: Scenario, peers: readonly Strategy[]): Promise<void> {
  const own = await measureOne(scenario, ours);
  const checks = checkOurs(scenario, own.metrics);
  const row = add(scenario, ours, own.metrics, checks, own.starts);
  for (const peer of peers) {
    const other = await measureOne(scenario, peer);
    add(scenario, peer, other.metrics, null, other.starts);
    checks.push(...checkAgainst(peer.name, row.metrics, other.metrics));
  }
}

async function measureOne(scenario: Scenario, strategy: Strategy) {
  process.stderr.write(`measuring ${scenario.id}, ${strategy.name} …\n`);
  const { metrics, truth } = await measure(scenario, strategy);
  const starts = truth.log.map(({ scope, kind, startAt, endAt, inflightAtStart }) => {
    return { scope, kind, startMs: startAt - truth.startAt, endMs: endAt - truth.startAt, inflightAtStart };
  });
  return { metrics, starts: values.starts ? starts : [] };
}

function add(
  { id, what, ...rest }: Scenario,
  { name }: Strategy,
  metrics: Metrics,
  checks: Check[] | null,
  starts: readonly unknown[],
): Row {
  const waitMs = longestWaitMs({ id, what, ...rest });
  const row = { scenario: id, what, strategy: name, metrics, checks, longestWaitMs: waitMs, starts };
  rows.push(row);
  return row;
}

function tell(pair: Check): void {
  const { what, measured, limit, isMet } = pair;
  const last = `${what}: ${measured.toFixed(3)} ms ≤ ${limit} ms  ${isMet ? 'ok' : 'MISSED'}\n`;
  process.stdout.write(values.json ? `${JSON.stringify({ rows, pair }, null, 1)}\n` : renderRows(rows) + last);
}
