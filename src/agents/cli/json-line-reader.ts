import { scanJsonLines } from '../../providers/agent-cli/json-lines.ts';

/** A line that is longer is nothing to tell of while it comes: it holds whole files. */
const longestLine = 1024 * 1024;

/** The objects in an output of one JSON document a line, as it comes. */
export class JsonLineReader {
  readonly #decoder = new TextDecoder();
  #line = '';
  #isTooLong = false;

  push(chunk: Uint8Array): Readonly<Record<string, unknown>>[] {
    const pieces = this.#decoder.decode(chunk, { stream: true }).split('\n');
    const rest = pieces.pop() ?? '';
    const lines = pieces.map((piece) => this.#end(piece));
    this.#add(rest);
    return lines.flatMap((line) => [...scanJsonLines(line)]);
  }

  #add(piece: string): void {
    this.#isTooLong ||= this.#line.length + piece.length > longestLine;
    this.#line = this.#isTooLong ? '' : this.#line + piece;
  }

  #end(piece: string): string {
    this.#add(piece);
    const line = this.#line;
    this.#line = '';
    this.#isTooLong = false;
    return line;
  }
}
