import { describeError } from './describe-error.ts';

type Redact = (text: string) => string;

/**
 * Plain data with every text in it redacted, names of properties too. What holds no secret is the same object as before;
 * an error becomes text, with all that it carries.
 */
export function redactData<T>(data: T, redact: Redact): T;
export function redactData(data: unknown, redact: Redact): unknown {
  return redactValue(data, redact, []);
}

/** `within`: what the value lies in; a value that lies in itself has no end. */
function redactValue(value: unknown, redact: Redact, within: unknown[]): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (within.includes(value)) return '[circular]';
  within.push(value);
  const redacted = redactObject(value, redact, (part) => redactValue(part, redact, within));
  within.pop();
  return redacted;
}

function redactObject(value: object, redact: Redact, inner: (part: unknown) => unknown): unknown {
  if (value instanceof Error) return redact(describeError(value));
  if (value instanceof URL) return keepIfSame(value, value.href, redact(value.href));
  if (value instanceof Uint8Array) return redactBytes(value, redact);
  if (Array.isArray(value)) return keepIfEqual(value, value, value.map(inner), (parts) => parts);
  if (value instanceof Set) return keepIfEqual(value, [...value], [...value].map(inner), (parts) => new Set(parts));
  if (value instanceof Map) return redactEntries(value, [...value], inner, (entries) => new Map(entries));
  return redactEntries(value, Object.entries(value), inner, (entries) =>
    Object.fromEntries(entries.map(([key, part]) => [String(key), part])),
  );
}

function redactBytes(bytes: Uint8Array, redact: Redact): unknown {
  const text = Buffer.from(bytes).toString('latin1');
  const redacted = redact(text);
  return redacted === text ? bytes : Uint8Array.from(Buffer.from(redacted, 'latin1'));
}

function redactEntries(
  whole: object,
  entries: readonly [unknown, unknown][],
  inner: (part: unknown) => unknown,
  make: (entries: readonly [unknown, unknown][]) => unknown,
): unknown {
  const redacted = entries.map(([key, value]): [unknown, unknown] => [inner(key), inner(value)]);
  const isSame = ([key, value]: [unknown, unknown], at: number) =>
    Object.is(key, entries[at]?.[0]) && Object.is(value, entries[at]?.[1]);
  return redacted.every(isSame) ? whole : make(redacted);
}

function keepIfSame(whole: unknown, before: string, after: string): unknown {
  return before === after ? whole : after;
}

function keepIfEqual(
  whole: object,
  before: readonly unknown[],
  after: readonly unknown[],
  make: (parts: readonly unknown[]) => unknown,
): unknown {
  return after.every((part, at) => Object.is(part, before[at])) ? whole : make(after);
}
