import type { CredentialEvent } from './lease.ts';
import type { PoolState } from './pool-state.ts';

/** What is worth telling of the way from one state to the next. */
export function tellChanges(before: PoolState, after: PoolState): CredentialEvent[] {
  return [
    ...tellLanes(before, after),
    ...tellScopes(before, after),
    ...tellCredentials(before, after),
    ...tellBreakers(before, after),
  ];
}

function* changed<Row>(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>) {
  if (before === after) return;
  for (const [key, row] of after) {
    const old = before.get(key);
    if (old !== row) yield [key, row, old] as const;
  }
}

function* tellLanes(before: PoolState, after: PoolState): Iterable<CredentialEvent> {
  for (const [, lane, old] of changed(before.lanes, after.lanes)) {
    const { cooling, exhausted, model } = lane;
    const scope = scopeName(lane.scope);
    if (cooling !== null && cooling.until !== old?.cooling?.until) {
      yield { kind: 'scope-cooling', scope, model, untilAt: cooling.until, reason: cooling.reason };
    }
    if (exhausted !== null && exhausted.setAt !== old?.exhausted?.setAt) {
      yield { kind: 'scope-exhausted', scope, model, untilAt: exhausted.until, reason: exhausted.reason };
    }
  }
}

function* tellScopes(before: PoolState, after: PoolState): Iterable<CredentialEvent> {
  for (const [key, { exhausted }, old] of changed(before.scopes, after.scopes)) {
    if (exhausted === null || exhausted.setAt === old?.exhausted?.setAt) continue;
    yield {
      kind: 'scope-exhausted',
      scope: scopeName(key),
      model: null,
      untilAt: exhausted.until,
      reason: exhausted.reason,
    };
  }
}

function* tellCredentials(before: PoolState, after: PoolState): Iterable<CredentialEvent> {
  for (const [credential, { disabled }, old] of changed(before.credentials, after.credentials)) {
    const isNew = disabled !== null && (old?.disabled ?? null) === null;
    if (isNew) yield { kind: 'credential-disabled', credential, reason: disabled.reason };
  }
}

function* tellBreakers(before: PoolState, after: PoolState): Iterable<CredentialEvent> {
  for (const [, { provider, model = '', openUntil }, old] of changed(before.breakers, after.breakers)) {
    const was = old?.openUntil ?? null;
    if (openUntil !== null && openUntil !== was) yield { kind: 'breaker-opened', provider, model, untilAt: openUntil };
    if (openUntil === null && was !== null) yield { kind: 'breaker-closed', provider, model };
  }
}

/** The name that a person gave it, out of its key. */
export function scopeName(key: string): string {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? String(parts[1]) : key;
}
