import type { SequenceState } from './control-sequence.ts';
import { meanings, opensEscape } from './glance.ts';

/** What a stream remembers of the text before the next bytes: enough for every spelling that could go on there. */
export class Memory {
  /** The last plain characters; each with its place, counted from the start of the next bytes. */
  readonly chars: Uint8Array;
  readonly at: Int32Array;
  /** 1 where a line begins; one more than characters: the next one may begin a line, too. */
  readonly line: Uint8Array;
  count = 0;
  state: SequenceState = 0;
  /** The last two bytes, the older one first: a character may be cut in two. */
  bytes: readonly [number, number] = [0, 0];

  constructor(capacity: number) {
    this.chars = new Uint8Array(capacity);
    this.at = new Int32Array(capacity);
    this.line = new Uint8Array(capacity + 1);
  }

  get hasEscapes(): boolean {
    return this.chars.subarray(0, this.count).some(opensAnEscape);
  }

  forget(): void {
    this.count = 0;
    this.state = 0;
    this.bytes = [0, 0];
    this.line[0] = 0;
  }
}

function opensAnEscape(char: number): boolean {
  return ((meanings[char] ?? 0) & opensEscape) !== 0;
}
