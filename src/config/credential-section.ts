import { findClosest } from '../model/closest.ts';
import { AgentOsError } from '../model/errors.ts';
import { isRecord } from '../model/json.ts';
import type { ConfigFile } from './config-file.ts';
import { looksLikeKey, mayBeKey } from './credential-likeness.ts';

/** What a value must be: completes the sentence "X must be …", and takes what fits. */
export interface Expected<T> {
  readonly expects: string;
  fromData(data: unknown): T | undefined;
  /** What is wrong with data that does not fit, as the end of a sentence that begins with the key; null: nothing else. */
  explain?(data: unknown): string | null;
}

/**
 * An object in a config at a known place. Its complaints name file, line and key; they never show what stands there,
 * because it might be a key.
 */
export class Section {
  readonly #file: ConfigFile;
  readonly #path: readonly string[];
  readonly #data: Readonly<Record<string, unknown>>;

  constructor(file: ConfigFile, path: readonly string[], data: unknown) {
    this.#file = file;
    this.#path = path;
    if (!isRecord(data)) throw complain(file, path, `must be an object, not ${nameKind(data)}`);
    this.#data = data;
  }

  get keys(): readonly string[] {
    return Object.keys(this.#data);
  }

  inner(key: string): Section {
    return new Section(this.#file, [...this.#path, key], this.#data[key]);
  }

  /** Null if the key is not there. */
  read<T>(key: string, expected: Expected<T>): T | null {
    if (!Object.hasOwn(this.#data, key)) return null;
    const value = expected.fromData(this.#data[key]);
    if (value !== undefined) return value;
    const why = expected.explain?.(this.#data[key]) ?? null;
    throw this.complain(key, why ?? `must be ${expected.expects}, not ${nameKind(this.#data[key])}`);
  }

  need<T>(key: string, expected: Expected<T>): T {
    const value = this.read(key, expected);
    if (value === null) throw this.complain(key, `is missing: it must be ${expected.expects}`);
    return value;
  }

  complain(key: string, what: string): AgentOsError {
    return complain(this.#file, [...this.#path, key], what);
  }

  refuseOthers(known: readonly string[]): void {
    const other = this.keys.find((key) => !known.includes(key));
    if (other === undefined) return;
    throw this.complain(other, `is unknown; ${adviseOn(other, known)}`);
  }
}

function adviseOn(other: string, known: readonly string[]): string {
  const closest = findClosest(other, known);
  if (closest !== null) return `did you mean "${closest}"?`;
  const isForKey = /key|token|password|auth|value/i.test(other) || looksLikeKey(other);
  return isForKey ? 'a key is never written into a config, see "secret"' : `there are ${known.join(', ')}`;
}

function complain(file: ConfigFile, path: readonly string[], what: string): AgentOsError {
  const name = path.map((key) => (isShowable(key) ? key : '…')).join('.');
  return new AgentOsError('CONFIG_INVALID', `${file.path}:${file.lineOf(...path)}: ${name} ${what}`);
}

/** Also a name may be a key that somebody put in the wrong place. */
function isShowable(key: string): boolean {
  return /^[\w.:/@-]{1,64}$/.test(key) && !mayBeKey(key);
}

/** Never the value itself, but where it can be nothing else. */
function nameKind(data: unknown): string {
  if (typeof data === 'boolean' || data === null) return String(data);
  if (typeof data === 'number') return 'this number';
  if (typeof data === 'string') return data === '' ? 'an empty text' : 'this text';
  return Array.isArray(data) ? 'a list' : typeof data === 'object' ? 'an object' : `of type ${typeof data}`;
}
