import { AgentOsError } from '../model/errors.ts';
import { dropLeadingZeros } from '../model/task.ts';
import { cutText } from '../model/text.ts';
import { splitFrontMatter } from './front-matter.ts';

/** What a file says of itself: the id it asks for, and its title. */
export interface TaskHead {
  readonly rawId: string;
  readonly title: string;
}

const longestTitle = 200;

/** Id: front matter `id` or `issue`, else the number that the file name starts with, else `#137` in the first H1. */
export async function readTaskHead(text: string, fileName: string): Promise<TaskHead> {
  const { values, body } = await splitFrontMatter(text);
  const heading = firstHeading(body);
  const named = findNamed(values);
  const rawId = named || numberOfName(fileName) || heading?.match(/#(\d+)/)?.[1];
  if (rawId === undefined) throw missingId();
  const title = [values.get('title'), heading, fileName.replace(/\.md$/i, '')].find(hasWords) ?? `Issue ${rawId}`;
  return { rawId: dropLeadingZeros(rawId), title: detach(stripNumber(title)) };
}

function findNamed(values: ReadonlyMap<string, string>): string | undefined {
  const [id, issue] = [values.get('id'), values.get('issue')?.replace(/^#(?=\d)/, '')];
  if (id && issue && dropLeadingZeros(id) !== dropLeadingZeros(issue)) {
    throw new AgentOsError('FRONT_MATTER_INVALID', 'front matter: "id" and "issue" differ; keep one');
  }
  return id || issue;
}

function missingId(): AgentOsError {
  const ways = 'start the file name with a number (137-title.md), or put "id: 137" in the front matter';
  return new AgentOsError('ID_MISSING', `has no id: ${ways}`);
}

/** A copy of its own: a slice would keep the whole file in memory for as long as the plan lives. */
function detach(title: string): string {
  return Buffer.from(title).toString();
}

/** The number that a file name starts with, as an id; null if it starts with none. */
export function numberOfName(fileName: string): string | null {
  const digits = fileName.match(/^(?:LLD-)?(\d+)(?![A-Za-z0-9])/i)?.[1];
  return digits === undefined ? null : dropLeadingZeros(digits);
}

/** The first H1 outside code fences, comments and preformatted blocks, in either of Markdown's two forms. */
function firstHeading(body: string): string | null {
  if (body.startsWith('# ')) return cleanHeading(body.slice(1, endOfLine(body, 0)));
  let closing: ((line: string) => boolean) | null = null;
  let previous = '';
  for (const line of linesOf(body)) {
    if (closing !== null) {
      if (closing(line)) closing = null;
      continue;
    }
    closing = openBlock(line);
    if (closing !== null) continue;
    if (/^ {0,3}#(?:[ \t]|$)/.test(line)) return cleanHeading(line.replace(/^ {0,3}#/, ''));
    if (/^ {0,3}=+[ \t]*$/.test(line) && previous.trim() !== '') return cleanHeading(previous);
    previous = line;
  }
  return null;
}

/** If the line opens a block in which nothing is a heading: what closes it. */
function openBlock(line: string): ((line: string) => boolean) | null {
  const fence = line.match(/^ {0,3}(`{3,}|~{3,})/)?.[1];
  if (fence !== undefined) return (later) => later.trim().startsWith(fence) && /^(`+|~+)$/.test(later.trim());
  const [, tag] = line.match(/^ {0,3}<(!--|pre\b|script\b|style\b)/i) ?? [];
  if (tag === undefined) return null;
  const end = tag === '!--' ? '-->' : `</${tag.toLowerCase()}`;
  return line.toLowerCase().includes(end) ? null : (later) => later.toLowerCase().includes(end);
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start = endOfLine(text, start) + 1) {
    yield text.slice(start, endOfLine(text, start));
  }
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** Without its closing marks: "# Title ##" is titled "Title". */
function cleanHeading(text: string): string | null {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || trimmed[end - 1] === ' ' || trimmed[end - 1] === '\t';
  const clean = isClosed ? trimmed.slice(0, end).trimEnd() : trimmed;
  return clean === '' ? null : clean;
}

/** Hashes alone are decoration to Markdown: a heading made of them would say nothing. */
function hasWords(text: string | null | undefined): text is string {
  return /[^#\s\p{C}]/u.test(text ?? '');
}

/** "Issue #137: Parse flags" and "137 - Parse flags" are both titled "Parse flags": the id stands beside it. */
function stripNumber(title: string): string {
  const rest = title.replace(/^(?:issue\s*)?#?\d+\s*[-:.–—]\s+/i, '');
  return cutText(hasWords(rest) ? rest : title, longestTitle);
}
