import type { Redacted, RedactedBytes } from '../src/model/redacted.ts';
import { Redaction } from '../src/redaction/redaction.ts';

/** For sinks whose tests know no secret: everything stays as it is. */
const nothing = new Redaction();

export function redact<T>(data: T) {
  return nothing.data(data);
}

export function safe(text: string): Redacted {
  return nothing.text(text);
}

export function safeBytes(content: string | Uint8Array): RedactedBytes {
  return nothing.bytes(content);
}
