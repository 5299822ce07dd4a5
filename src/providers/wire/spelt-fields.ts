import { isRecord } from '../../model/json.ts';
import { quoteSafely } from '../../model/text.ts';
import { unreadable } from './plain-json.ts';

/** The fields of one object by their plain names: small letters and digits alone. */
export type SpeltFields = ReadonlyMap<string, unknown>;

const nothing: SpeltFields = new Map();

/**
 * Servers differ in how they spell a name: some take `MODEL` for `model`, some `maxOutputTokens` for
 * `max_output_tokens`, some a letter of another alphabet for ours. Whoever is asked, a name that could be taken for
 * another one is refused. Throws REQUEST_UNREADABLE.
 */
export function readSpelt(data: unknown): SpeltFields {
  if (!isRecord(data)) return nothing;
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(data)) {
    if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw unreadable(`The request has a field ${quoteSafely(name)}`);
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    if (fields.has(plain)) throw unreadable(`The request has ${quoteSafely(name)} in two spellings`);
    fields.set(plain, value);
  }
  return fields;
}

/** Of the last name of a path; undefined if it is not there. */
export function speltAt(fields: SpeltFields, path: readonly string[]): unknown {
  let found: unknown;
  let within = fields;
  for (const name of path) {
    found = within.get(name);
    within = readSpelt(found);
  }
  return found;
}
