/** A value as it is after a way through JSON: what cannot be written is gone, what is undefined is null. */
export function toJson<T>(value: T): T {
  return value === undefined ? JSON.parse('null') : JSON.parse(JSON.stringify(value));
}

/** Null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What data from outside holds under a name; undefined for whatever holds nothing under names. */
export function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

/** What JSON calls an object: no list, and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
