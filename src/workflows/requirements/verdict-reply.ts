import { type Reading, readJsonReply } from '../../governance/reply-format.ts';
import { readVerdict } from '../../governance/verdict/read-verdict.ts';
import { type AskedVerdict, askedVerdictSchema } from '../../governance/verdict/verdict.ts';

/**
 * The verdict in a reply, or why none can be read. It is the JSON that was asked for, bare or in its one block of code,
 * and the reader of verdict files, who never guesses, must read the same word.
 */
export function readVerdictReply(reply: string): Reading<AskedVerdict> {
  const parsed = readJsonReply(reply, askedVerdictSchema);
  if ('reason' in parsed) return parsed;
  const reading = readVerdict(reply.toWellFormed());
  if (reading.verdict === 'UNREADABLE') return { reason: reading.reason ?? 'no verdict is stated' };
  return parsed.data.verdict === reading.verdict ? parsed : { reason: 'it states several verdicts that disagree' };
}
