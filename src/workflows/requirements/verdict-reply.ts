import { parseBlocks } from '../../governance/markdown.ts';
import { readVerdict } from '../../governance/verdict/read-verdict.ts';
import { type Verdict, verdictSchema } from '../../governance/verdict/verdict.ts';
import { mostReplyChars } from './unreadable.ts';

export type VerdictReply = { readonly verdict: Verdict } | { readonly reason: string };

/**
 * The verdict in a reply, or why none can be read. It is the JSON that was asked for, bare or in its one block of code,
 * and the reader of verdict files, who never guesses, must read the same word.
 */
export function readVerdictReply(reply: string): VerdictReply {
  if (reply.length > mostReplyChars) return { reason: `it has more than ${mostReplyChars} characters` };
  const text = reply.toWellFormed();
  const reading = readVerdict(text);
  if (reading.verdict === 'UNREADABLE') return { reason: reading.reason ?? 'no verdict is stated' };
  const json = findJson(text);
  if (json === null) return { reason: 'it is not one JSON object' };
  const parsed = verdictSchema.safeParse(json);
  if (!parsed.success) return { reason: `the JSON is not a verdict at ${placeOf(parsed.error.issues[0]?.path ?? [])}` };
  if (parsed.data.verdict !== reading.verdict) return { reason: 'it states several verdicts that disagree' };
  return { verdict: parsed.data };
}

function findJson(text: string): unknown {
  const body = text.replace(/^\uFEFF/, '').trim();
  const blocks = body.startsWith('{') ? [] : parseBlocks(body);
  const fence = blocks.find((block) => block.kind === 'fence' && block.info.toLowerCase() === 'json');
  try {
    const data: unknown = JSON.parse(fence?.kind === 'fence' ? fence.text : body);
    return data;
  } catch {
    return null;
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'its top' : path.map(String).join('.');
}
