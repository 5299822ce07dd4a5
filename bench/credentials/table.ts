import { alignRows } from '../align-rows.ts';
import type { Check } from './gates.ts';
import type { Metrics } from './metrics.ts';

export interface Row {
  readonly scenario: string;
  readonly what: string;
  readonly strategy: string;
  readonly metrics: Metrics;
  /** What it is held to: nothing, if it is not ours. */
  readonly checks: readonly Check[] | null;
  readonly longestWaitMs: number;
}

const head = ['', 'strategy', 'T*', 'T', 'T*/T', '429s', '/100', 'worst', 'failed', 'parked', 'p99 wait', 'Jain', ''];

/** One line for each run, below it what was missed. */
export function renderRows(rows: readonly Row[]): string {
  const [first, ...rest] = alignRows([head, ...rows.map(renderRow)]);
  return [first, ...rows.flatMap((row, at) => [rest[at], ...renderDetails(row)]), ''].join('\n');
}

function renderRow({ scenario, strategy, metrics, checks, longestWaitMs }: Row): string[] {
  return [
    scenario,
    strategy,
    seconds(metrics.boundMs),
    `${seconds(metrics.tookMs)}${metrics.isCut ? ` cut, ${metrics.answered} done` : ''}`,
    metrics.ratio.toFixed(3),
    String(metrics.wasted),
    metrics.wastedPer100.toFixed(1),
    String(metrics.mostWastedOfScope),
    String(metrics.failures),
    String(metrics.parked),
    `${seconds(metrics.p99WaitMs)} ≤ ${seconds(longestWaitMs)}`,
    metrics.jain.toFixed(3),
    checks === null ? '–' : checks.every(({ isMet }) => isMet) ? 'ok' : 'MISSED',
  ];
}

function renderDetails({ what, metrics, checks }: Row): string[] {
  if (checks === null) return [];
  const shares = Object.entries(metrics.shares).length > 1 ? metrics.shares : {};
  const numbers = Object.entries({ ...shares, ...metrics.extra }).map(([name, value]) => `${name} ${number(value)}`);
  const missed = checks.filter(({ isMet }) => !isMet);
  return [
    `      ${[what, ...numbers].join(' · ')}`,
    ...missed.map(
      ({ what: name, measured, limit }) => `      MISSED ${name}: ${number(measured)}, limit ${number(limit)}`,
    ),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function number(value: number): string {
  return String(Number(value.toPrecision(4)));
}
