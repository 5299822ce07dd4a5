import { isErrorEvent } from '../providers/wire/classify.ts';
import type { ReplyReader } from './reply-reader.ts';

/** What a reply begins with, held back until it is certain that it does not begin with an error. */
export interface ReplyStart {
  readonly held: readonly Uint8Array[];
  /** The first event, or a body that is nothing but an error; null if it is neither. */
  readonly data: unknown;
}

/** Null: more has to be read before one can tell. */
type Look = (text: string, isWhole: boolean) => { readonly data: unknown } | null;

const mostHeldBytes = 64 * 1024;
const blankLine = /\r?\n\r?\n|\r\r/g;
const errorBody = /^\s*(\[\s*)?\{\s*("error"\s*:|"type"\s*:\s*"error"\s*[,}])/;
/** What tells an error stands within so much; blanks before it only keep a connection alive. */
const enoughToTell = 64;

/** Reads no more than it takes to see the first event, or that a body is none of an error. */
export async function readStart(reader: ReplyReader, contentType: string): Promise<ReplyStart> {
  const look = /^text\/event-stream\b/i.test(contentType) ? lookAtEvents : lookAtBody;
  const held: Uint8Array[] = [];
  for (let size = 0; size < mostHeldBytes; ) {
    const chunk = await reader.next();
    if (chunk !== null) held.push(chunk);
    size += chunk?.length ?? 0;
    const seen = look(Buffer.concat(held).toString('utf8'), chunk === null);
    if (seen !== null) return { held, data: seen.data };
    if (chunk === null) break;
  }
  return { held, data: null };
}

/** Comments and pings keep a connection alive and say nothing. */
function lookAtEvents(text: string): ReturnType<Look> {
  let from = 0;
  for (const { 0: blank, index } of text.matchAll(blankLine)) {
    const event = readEvent(text.slice(from, index));
    if (event !== null) return event;
    from = index + blank.length;
  }
  return null;
}

function readEvent(block: string): ReturnType<Look> {
  const lines = block.split(/\r\n|\n|\r/);
  const [, name] = lines.map((line) => /^event: ?(.*)$/.exec(line)).find((found) => found !== null) ?? [];
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5));
  if (data.length === 0 || name === 'ping') return null;
  const parsed = parseJson(data.join('\n'));
  return { data: name === 'error' && !isErrorEvent(parsed) ? { type: 'error', error: parsed } : parsed };
}

function lookAtBody(text: string, isWhole: boolean): ReturnType<Look> {
  if (!isWhole && text.trimStart().length < enoughToTell) return null;
  if (!errorBody.test(text)) return { data: null };
  return isWhole ? { data: parseJson(text) } : null;
}

/** A stream of Gemini's may be one array of replies. */
function parseJson(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return Array.isArray(data) ? data[0] : data;
  } catch {
    return null;
  }
}
