import type { Refusal } from './limits.ts';
import type { Fault, FaultKind } from './setup.ts';

/** What a fault may look at. */
export interface Moment {
  /** Since the fault was set. */
  readonly ms: number;
  /** From 1, since the fault was set. */
  readonly call: number;
  readonly keyIndex: number;
}

/** The first fault that is for this call. Luck is drawn only where a fault depends on it. */
export function pickFault(faults: readonly Fault[], moment: Moment, random: () => number): Fault | null {
  return faults.find((fault) => isFor(fault, moment) && strikes(fault, random)) ?? null;
}

function strikes({ probability }: Fault, random: () => number): boolean {
  return probability === undefined || random() < probability;
}

function isFor(fault: Fault, { ms, call, keyIndex }: Moment): boolean {
  const { fromMs = 0, toMs = Number.POSITIVE_INFINITY, fromCall = 1, toCall = Number.POSITIVE_INFINITY } = fault;
  if (fault.key !== undefined && fault.key !== keyIndex) return false;
  return ms >= fromMs && ms < toMs && call >= fromCall && call <= toCall;
}

const refusing: Readonly<Partial<Record<FaultKind, Refusal['kind']>>> = {
  rate: 'rate',
  accel: 'accel',
  concurrency: 'concurrency',
  overload: 'overload',
  'server-error': 'transient',
  revoked: 'auth',
  'echo-key': 'auth',
  quota: 'quota',
  'html-429': 'unknown-429',
};

const wait: Readonly<Partial<Record<FaultKind, number>>> = { rate: 1000, accel: 1000 };

/** What it says no with; null if the call is admitted, and its answer spoilt. */
export function refusalOf(fault: Fault): Refusal | null {
  const kind = refusing[fault.kind];
  if (kind === undefined) return null;
  const dimension = kind === 'rate' ? 'requests' : null;
  return { kind, dimension, limit: null, waitMs: fault.waitMs ?? wait[fault.kind] ?? null };
}
