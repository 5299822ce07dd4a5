import { AgentOsError } from '../../model/errors.ts';
import { showSafely } from '../../model/text.ts';

/** Far more than any design or verdict has. */
export const mostReplyChars = 1024 * 1024;

const longestQuote = 200;

/** A reply that says nothing certain, also when asked again. */
export function unreadableReply(what: string, reason: string, reply: string): AgentOsError {
  const start = showSafely(JSON.stringify(reply.slice(0, longestQuote)));
  return new AgentOsError(
    'REPLY_UNREADABLE',
    `${what} cannot be read, also when asked again: ${reason}; it begins ${start}`,
  );
}
