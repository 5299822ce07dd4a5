import { randomBytes } from 'node:crypto';

/** Ids of traces and spans, as W3C writes them. */
export function makeTraceId(): string {
  return randomBytes(16).toString('hex');
}

export function makeSpanId(): string {
  return randomBytes(8).toString('hex');
}
