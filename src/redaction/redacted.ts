import type { Redacted } from '../model/redacted.ts';
import { showSafely } from '../model/text.ts';

/** Stands where the redactor itself failed: better nothing than a secret. */
export const failureText = '[redactor failed]';

/** The only way to it. Contract: the caller has looked at all of the text. */
export function mintRedacted(text: string): Redacted {
  return text as Redacted;
}

/** What stands in the place of a secret. */
export function renderMask(name: string | undefined): string {
  return name === undefined ? '[redacted]' : `[redacted:${showSafely(name)}]`;
}
