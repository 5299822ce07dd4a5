import { isRecord, parseJson } from '../../model/json.ts';
import { JsonDigest } from './json-digest.ts';

/** What one event of a stream says; `done` is the word that ends streams of OpenAI's kind. */
export type SseNews =
  | { readonly kind: 'data'; readonly event: string; readonly data: unknown }
  | { readonly kind: 'done' };

const newline = 0x0a;
const longestField = 8;
const longestName = 64;
const longestStart = 16;
/** Of lines that are parsed at one go: no string in them could be too long. */
const longestWhole = 2048;

/**
 * Server-sent events as they pass, in bounded memory: data is digested while it comes, however long a line is. An event
 * is told as soon as its JSON is complete.
 */
export class SseReader {
  readonly #tell: (news: SseNews) => void;
  readonly #digest: JsonDigest;
  /** The field that this line is of; null while its name is being read. */
  #field: string | null = null;
  #fieldStart = '';
  #event = '';
  #dataStart = '';

  constructor(tell: (news: SseNews) => void) {
    this.#tell = tell;
    this.#digest = new JsonDigest((data) => tell({ kind: 'data', event: this.#event.trim(), data }));
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      const line = chunk.subarray(from, at);
      from = at + 1;
      if (this.#field === null && this.#fieldStart === '' && this.#takeLine(line)) continue;
      this.#takePart(line);
      this.#endLine();
    }
    this.#takePart(chunk.subarray(from));
  }

  end(): void {
    this.#endLine();
    this.#endEvent();
  }

  /** A whole line, such as nearly all are; false if it has to be read piece by piece. */
  #takeLine(line: Uint8Array): boolean {
    if (line.length === 0) this.#endEvent();
    else if (startsWith(line, eventStart))
      this.#event = append(this.#event, line.subarray(eventStart.length), longestName);
    else return this.#takeWhole(line);
    return true;
  }

  /** A line that is all the data of its event. */
  #takeWhole(line: Uint8Array): boolean {
    if (this.#dataStart !== '' || line.length > longestWhole || !startsWith(line, dataStart)) return false;
    if (this.#isWords(line)) {
      this.#dataStart = '{';
      return true;
    }
    const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('utf8', dataStart.length);
    const data = parseJson(text);
    if (!isRecord(data)) return false;
    this.#dataStart = '{';
    this.#tell({ kind: 'data', event: this.#event.trim(), data });
    return true;
  }

  /** A piece of the answer's text, as nearly all lines are: nobody's news, unless it is called an error. */
  #isWords(line: Uint8Array): boolean {
    return this.#event.trim() !== 'error' && wordStarts.some((start) => startsWith(line, start));
  }

  #takePart(part: Uint8Array): void {
    const rest = this.#field === null ? this.#takeName(part) : part;
    if (rest.length === 0) return;
    if (this.#field === 'event') this.#event = append(this.#event, rest, longestName);
    if (this.#field !== 'data') return;
    this.#dataStart = append(this.#dataStart, rest, longestStart);
    this.#digest.push(rest);
  }

  /** What follows the colon; nothing while it has not come. */
  #takeName(part: Uint8Array): Uint8Array {
    const colon = part.indexOf(0x3a);
    this.#fieldStart = append(this.#fieldStart, colon === -1 ? part : part.subarray(0, colon), longestField);
    if (colon === -1) return part.subarray(part.length);
    this.#field = this.#fieldStart.replace(/^\ufeff|^\u00ef\u00bb\u00bf/, '');
    return part.subarray(colon + 1);
  }

  /** An empty line ends the event. */
  #endLine(): void {
    if (this.#field === null && this.#fieldStart.trim() === '') this.#endEvent();
    if (this.#field === 'data') this.#digest.push(lineEnd);
    this.#field = null;
    this.#fieldStart = '';
  }

  #endEvent(): void {
    if (this.#dataStart.trim() === '[DONE]') this.#tell({ kind: 'done' });
    this.#digest.reset();
    this.#event = '';
    this.#dataStart = '';
  }
}

const lineEnd = Uint8Array.of(newline);
const dataStart = Buffer.from('data:');
const eventStart = Buffer.from('event:');
const wordStarts = ['content_block_delta', 'response.output_text.delta'].map((type) =>
  Buffer.from(`data: {"type":"${type}",`),
);

function startsWith(line: Uint8Array, start: Uint8Array): boolean {
  for (let at = 0; at < start.length; at += 1) if (line[at] !== start[at]) return false;
  return true;
}

function append(text: string, bytes: Uint8Array, longest: number): string {
  if (text.length >= longest) return text;
  return text + Buffer.from(bytes.subarray(0, longest - text.length)).toString('latin1');
}
