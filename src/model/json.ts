/** A value as it is after a way through JSON: what cannot be written is gone, what is undefined is null. */
export function toJson<T>(value: T): T {
  return value === undefined ? JSON.parse('null') : JSON.parse(JSON.stringify(value));
}
