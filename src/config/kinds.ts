import { resolve } from 'node:path';
import { askedModelOf } from '../model/asked-model.ts';
import { findClosest } from '../model/closest.ts';
import { isWireProvider } from '../model/credential.ts';
import { type Scheme, schemeOf } from '../model/spec.ts';
import { beginsLikeKey, looksLikeKey } from './credential-likeness.ts';

/** A kind of setting: how text becomes a value, and which values of a config file it accepts. */
export interface Kind<T> {
  /** Completes the sentence "X must be …". */
  readonly expects: string;
  /** What text in a flag or variable means; undefined if it means nothing. */
  fromText(text: string): T | undefined;
  fromData(data: unknown): T | undefined;
  /** What text that means nothing was probably meant to be; null if nobody can tell. */
  advise?(text: string): string | null;
  /** For paths: the absolute one, seen from where it was written. */
  place?(value: T, base: string): T;
}

export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): Kind<number> {
  const fits = (value: number) => (Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined);
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return {
    expects: `a whole number ${range}`,
    fromText: (text) => (/^\d{1,16}$/.test(text) ? fits(Number(text)) : undefined),
    fromData: (data) => (typeof data === 'number' ? fits(data) : undefined),
  };
}

export const usdAmount: Kind<number> = {
  expects: 'an amount in USD above 0, such as 2.50',
  fromText: (text) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  fromData: (data) => (typeof data === 'number' && data > 0 && Number.isFinite(data) ? data : undefined),
};

export const path: Kind<string> = {
  expects: 'a path',
  fromText: (text) => (text !== '' && !text.includes('\0') ? text : undefined),
  fromData: (data) => (typeof data === 'string' ? path.fromText(data) : undefined),
  place: (value, base) => resolve(base, value),
};

/** A line for a shell. Only a config or a flag can say that there is nothing to do: an empty variable is none. */
export const commandLine: Kind<string> = {
  expects: 'a command in one line, such as "npm test"',
  fromText: (text) => (/^[^\0\r\n]{0,4096}$/.test(text) && !beginsLikeKey(text) ? text.trim() : undefined),
  fromData: (data) => (typeof data === 'string' ? commandLine.fromText(data) : undefined),
};

export function choice<const T extends string>(...values: readonly T[]): Kind<T> {
  const find = (data: unknown) => values.find((value) => value === data);
  return { expects: `one of ${values.join(', ')}`, fromText: find, fromData: find };
}

/** `provider:model`; `offline:` stands alone. A key is no model: specs are recorded and shown. */
export function spec(allowed: readonly Scheme[]): Kind<string> {
  const fromText = (text: string) => {
    const scheme = schemeOf(text);
    if (scheme === null || !allowed.includes(scheme) || beginsLikeKey(text)) return undefined;
    if (isWireProvider(scheme) && looksLikeKey(text)) return undefined;
    if (scheme === 'model' && !isModelOfProvider(text)) return undefined;
    return scheme === 'offline' || text.slice(scheme.length + 1).trim() !== '' ? text : undefined;
  };
  return {
    expects: `one of ${allowed.map((scheme) => (scheme === 'offline' ? 'offline:' : `${scheme}:…`)).join(', ')}`,
    fromText,
    fromData: (data) => (typeof data === 'string' ? fromText(data) : undefined),
    advise: (text) => adviseOnSpec(text, allowed),
  };
}

/** `model:` wraps the spec of a provider, which names a model. */
function isModelOfProvider(text: string): boolean {
  return (askedModelOf(text)?.model ?? '').trim() !== '';
}

/** Only of what stands before the colon: the rest may be anything. */
function adviseOnSpec(text: string, allowed: readonly Scheme[]): string | null {
  const [head = '', rest] = text.split(':', 2);
  if (looksLikeKey(text)) return 'a model stands behind the colon, and never a key';
  if (head === 'model' && allowed.includes('model')) return 'write for example "model:anthropic:MODEL"';
  const scheme = allowed.find((one) => one === head.toLowerCase()) ?? findClosest(head, allowed);
  if (scheme === null || scheme === 'offline') return scheme === null ? null : 'did you mean "offline:"?';
  return scheme === head && rest === '' ? 'a model stands behind the colon' : `did you mean "${scheme}:…"?`;
}
