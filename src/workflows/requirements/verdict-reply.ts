import { parseBlocks } from '../../governance/markdown.ts';
import { type Reading, readJsonReply } from '../../governance/reply-format.ts';
import { readVerdict } from '../../governance/verdict/read-verdict.ts';
import { type AskedVerdict, askedVerdictSchema } from '../../governance/verdict/verdict.ts';

/**
 * The verdict in a reply, or why none can be read. It is the JSON that was asked for, bare or in its one block of code,
 * and the reader of verdict files, who never guesses, must read the same word. An approval has no other words beside it.
 */
export function readVerdictReply(reply: string): Reading<AskedVerdict> {
  const parsed = readJsonReply(reply, askedVerdictSchema);
  if ('reason' in parsed) return parsed;
  const reading = readVerdict(reply.toWellFormed());
  if (reading.verdict === 'UNREADABLE') return { reason: reading.reason ?? 'no verdict is stated' };
  if (parsed.data.verdict !== reading.verdict) return { reason: 'it states several verdicts that disagree' };
  return parsed.data.verdict === 'APPROVED' && !standsAlone(reply) ? { reason: 'an approval stands alone' } : parsed;
}

/** Words around an approval may say that it is somebody else's, or why it is none: nobody can list all that do. */
function standsAlone(reply: string): boolean {
  const text = reply.replace(/^\uFEFF/, '');
  const [first, ...others] = parseBlocks(text);
  return text.trimStart().startsWith('{') || (first?.kind === 'fence' && others.length === 0);
}
