import { AgentOsError } from '../model/errors.ts';

/** The scalar values of a document's YAML head, all as text, and the document without it. */
export interface FrontMatter {
  readonly values: ReadonlyMap<string, string>;
  readonly body: string;
}

/** YAML takes quadratic time on hostile text; a head of this size takes milliseconds whatever it holds. */
const largestHead = 8 * 1024;

export async function splitFrontMatter(text: string): Promise<FrontMatter> {
  const end = text.startsWith('---\n') ? text.search(/\n(---|\.\.\.)[ \t]*(\n|$)/) : -1;
  if (end === -1) return { values: new Map(), body: text };
  const head = text.slice(4, Math.max(4, end));
  if (head.length > largestHead) throw invalid(`is larger than ${largestHead} characters`);
  const bodyStart = text.indexOf('\n', end + 1);
  return { values: await parseScalars(head), body: bodyStart === -1 ? '' : text.slice(bodyStart + 1) };
}

/** The failsafe schema keeps every scalar as it was written: `id: 1e3` is the text "1e3", not a thousand. */
async function parseScalars(head: string): Promise<Map<string, string>> {
  const { parse } = await import('yaml');
  try {
    // The line of the opening mark counts: errors name the lines of the file.
    const data: unknown = parse(`\n${head}`, { schema: 'failsafe', logLevel: 'error' });
    const entries = typeof data === 'object' && data !== null ? Object.entries(data) : [];
    return new Map(entries.flatMap(([key, value]) => readScalar(key, value)));
  } catch (error) {
    if (error instanceof AgentOsError) throw error;
    throw invalid(error instanceof Error ? firstLine(error.message) : 'is not YAML', error);
  }
}

/** Below it stands the text itself, after a colon. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/:$/, '');
}

/** Other keys may hold anything; ours hold text. */
function readScalar(key: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (['id', 'issue', 'title'].includes(key)) throw invalid(`"${key}" must be a text or a number`);
  return [];
}

function invalid(why: string, cause?: unknown): AgentOsError {
  return new AgentOsError('FRONT_MATTER_INVALID', `front matter: ${why}`, { cause });
}
