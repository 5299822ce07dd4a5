import { AgentOsError } from '../../model/errors.ts';
import { showSafely } from '../../model/text.ts';
import type { AnsweredCall } from '../workflow.ts';

/** Far more than any design or verdict has. */
export const mostReplyChars = 1024 * 1024;

const longestQuote = 200;

/** What whoever gave a reply that cannot be read is told. */
export function objectTo(reason: string): string {
  return `It could not be used. Reply anew. The reason: ${reason}`;
}

/**
 * A reply that cannot be read is asked for once more, and then the task fails; replies of earlier batches do not count, so
 * that a retry asks. Where the work goes on instead, count replies: all batches must give up at the same one.
 */
export class Patience {
  #objections = 0;

  isOver({ isEarlier }: AnsweredCall): boolean {
    if (!isEarlier) this.#objections += 1;
    return this.#objections > 1;
  }
}

/** A reply that says nothing certain, also when asked again. */
export function unreadableReply(what: string, reason: string, reply: string): AgentOsError {
  const start = showSafely(JSON.stringify(reply.slice(0, longestQuote)));
  return new AgentOsError(
    'REPLY_UNREADABLE',
    `${what} cannot be read, also when asked again: ${reason}; it begins ${start}`,
  );
}
