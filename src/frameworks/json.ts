import { isRecord } from '../model/json.ts';

/** What an untrusted object holds under a name of its own. */
export function entry(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

export function textAt(value: unknown, key: string): string | null {
  const found = entry(value, key);
  return typeof found === 'string' ? found : null;
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = entry(value, key);
  return Array.isArray(found) ? found : [];
}

export function textsAt(value: unknown, key: string): string[] {
  return listAt(value, key).filter((item) => typeof item === 'string');
}

export function keysOf(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}
