import { isRecord } from '../../model/json.ts';

/** Looking into data from outside: whatever is not there, or not of the kind that was hoped for, is null. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldAt(data: unknown, ...path: readonly string[]): unknown {
  let found = data;
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : null;
  return found ?? null;
}

export function textAt(data: unknown, ...path: readonly string[]): string | null {
  const found = fieldAt(data, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** A whole number, zero or more. */
export function countAt(data: unknown, ...path: readonly string[]): number | null {
  const found = fieldAt(data, ...path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null;
}

export function itemsAt(data: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = fieldAt(data, ...path);
  return Array.isArray(found) ? found : [];
}
