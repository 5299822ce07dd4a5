import { isWireProvider, type KnownLimits } from '../../model/credential.ts';
import { isRecord } from '../../model/json.ts';
import type {
  Breaker,
  Bucket,
  BucketUse,
  Cooling,
  Counters,
  CredentialRow,
  Disabled,
  Exhausted,
  LaneRow,
  LeaseRow,
  PoolState,
  ScopeRow,
  Ticket,
  Window,
  WindowOfTime,
  Wish,
} from './pool-state.ts';

/** Whether what was read is what the pool would have written. */
type Shape = (value: unknown) => boolean;

/** Contract: one shape for each field. Fields that nobody knows do no harm. */
function rowOf<Row>(fields: Readonly<Record<keyof Row & string, Shape>>): Shape {
  const shapes = Object.entries<Shape>(fields);
  return (value) => {
    if (!isRecord(value)) return false;
    return shapes.every(([name, isShape]) => isShape(Object.hasOwn(value, name) ? value[name] : undefined));
  };
}

const isNumber: Shape = (value) => typeof value === 'number';
const isText: Shape = (value) => typeof value === 'string';
const isFlag: Shape = (value) => typeof value === 'boolean';
const isProvider: Shape = (value) => typeof value === 'string' && isWireProvider(value);
const orNull = (isShape: Shape): Shape => {
  return (value) => value === null || isShape(value);
};
/** A field that older versions did not write. */
const orMissing = (isShape: Shape): Shape => {
  return (value) => value === undefined || isShape(value);
};
const listOf = (isShape: Shape): Shape => {
  return (value) => Array.isArray(value) && value.every(isShape);
};
const recordOf = (isShape: Shape): Shape => {
  return (value) => isRecord(value) && Object.values(value).every(isShape);
};
const oneOf = (...names: readonly string[]): Shape => {
  return (value) => typeof value === 'string' && names.includes(value);
};

const isDimension = oneOf('requests', 'tokens', 'input-tokens', 'output-tokens');
const isSource = oneOf('config', 'headers', 'refusals');
const isSpell: Shape = (value) => Array.isArray(value) && value.length === 5 && value.every(isNumber);

const isCounters = rowOf<Counters>({
  fence: isNumber,
  sequence: isNumber,
  virtualTime: isNumber,
  seenAt: isNumber,
  steppedAt: isNumber,
});

const isCredential = rowOf<CredentialRow>({
  disabled: orNull(rowOf<Disabled>({ by: isText, reason: isText, isProbeDue: isFlag, probe: orNull(isText) })),
  denied: recordOf(isText),
  today: rowOf<CredentialRow['today']>({
    endsAt: isNumber,
    calls: isNumber,
    rejected: isNumber,
    usd: isNumber,
    unmeasured: isNumber,
    tokens: isNumber,
    guessedUsd: orMissing(isNumber),
    guessedTokens: orMissing(isNumber),
  }),
  lastStartAt: isNumber,
});

const isExhausted = rowOf<Exhausted>({
  until: orNull(isNumber),
  setAt: isNumber,
  reason: isText,
  count: isNumber,
  probe: orNull(isText),
});

const isScope = rowOf<ScopeRow>({
  known: rowOf<KnownLimits>({
    requestsPerMinute: orNull(isNumber),
    tokensPerMinute: orNull(isNumber),
    inputTokensPerMinute: orNull(isNumber),
    outputTokensPerMinute: orNull(isNumber),
    requestsPerDay: orNull(isNumber),
    concurrency: orNull(isNumber),
  }),
  window: rowOf<Window>({ size: isNumber, isFound: isFlag, changedAt: isNumber }),
  exhausted: orNull(isExhausted),
  lastStartAt: isNumber,
});

const isCooling = rowOf<Cooling>({
  until: isNumber,
  setAt: isNumber,
  reason: isText,
  dimension: orNull(isDimension),
  count: isNumber,
  needsProbe: isFlag,
  probe: orNull(isText),
});

const isLane = rowOf<LaneRow>({
  scope: isText,
  model: isText,
  hasReplied: isFlag,
  cooling: orNull(isCooling),
  exhausted: orNull(isExhausted),
  buckets: listOf(rowOf<BucketUse>({ dimension: isDimension, source: isSource, bucket: isText })),
  measure: rowOf<LaneRow['measure']>({ exactSince: orNull(isNumber), spells: listOf(isSpell) }),
  day: rowOf<LaneRow['day']>({ endsAt: isNumber, requests: isNumber }),
});

const isBucket = rowOf<Bucket>({
  perMinute: isNumber,
  source: isSource,
  capacity: isNumber,
  level: isNumber,
  at: isNumber,
  taken: isNumber,
  changedAt: isNumber,
  window: orNull(
    rowOf<WindowOfTime>({
      periodMs: isNumber,
      returns: listOf(rowOf<WindowOfTime['returns'][number]>({ at: isNumber, amount: isNumber })),
      isProven: isFlag,
      doubts: isNumber,
    }),
  ),
});

const isBreaker = rowOf<Breaker>({
  provider: isProvider,
  model: orMissing(isText),
  overloads: listOf(isNumber),
  openUntil: orNull(isNumber),
  count: isNumber,
  closedAt: isNumber,
  probe: orNull(isText),
});

const isWish = rowOf<Wish>({
  role: isText,
  provider: isProvider,
  model: isText,
  tokens: rowOf<Wish['tokens']>({ input: isNumber, output: isNumber }),
  usd: orNull(isNumber),
  taskId: orNull(isText),
});

const isLease = rowOf<LeaseRow>({
  fence: isNumber,
  owner: isText,
  wish: isWish,
  credential: isText,
  scope: isText,
  lane: isText,
  breaker: isText,
  reservedAt: isNumber,
  waitedMs: isNumber,
  inFlightAtStart: isNumber,
  marks: recordOf(isNumber),
});

const isTicket = rowOf<Ticket>({
  wish: isWish,
  owner: isText,
  sequence: isNumber,
  madeAt: isNumber,
  lastScope: orNull(isText),
});

const shapes: Readonly<Record<keyof PoolState, Shape>> = {
  counters: isCounters,
  credentials: isCredential,
  scopes: isScope,
  lanes: isLane,
  buckets: isBucket,
  breakers: isBreaker,
  roles: rowOf<{ finish: number }>({ finish: isNumber }),
  owners: rowOf<{ expiresAt: number }>({ expiresAt: isNumber }),
  leases: isLease,
  tickets: isTicket,
};

/** Whether a row can be worked with. Rows that nobody knows are left alone. */
export function isSoundRow(key: string, value: unknown): boolean {
  const section = key.slice(0, Math.max(0, key.indexOf(':')));
  const known = Object.entries(shapes).find(([name]) => name === section);
  return known === undefined ? isRecord(value) : known[1](value);
}
