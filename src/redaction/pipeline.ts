import { PackedText } from './packed-text.ts';
import { renderMask } from './redacted.ts';
import type { MaskedStream } from './stream-redactor.ts';

const mask = Buffer.from(renderMask(undefined));

/** What a stream goes through: packed text is judged as a whole, and all that is left piece by piece. */
export class Pipeline {
  readonly #packed: PackedText;
  readonly #masked: MaskedStream;
  #packedMasks = 0;

  constructor(open: () => MaskedStream) {
    this.#masked = open();
    this.#packed = new PackedText((unpacked) => {
      if (unpacked !== null && !holdsSecret(open(), unpacked)) return null;
      this.#packedMasks += 1;
      return mask;
    });
  }

  /** How often something was hidden, ever. */
  get maskCount(): number {
    return this.#masked.maskCount + this.#packedMasks;
  }

  push(chunk: Uint8Array): Uint8Array {
    const passed = this.#packed.push(chunk);
    return passed.length === 0 ? passed : this.#masked.push(passed);
  }

  end(): Uint8Array {
    const passed = this.#packed.end();
    const last = passed.length === 0 ? [] : [this.#masked.push(passed)];
    return Buffer.concat([...last, this.#masked.end()]);
  }

  reset(): void {
    this.#packed.reset();
    this.#masked.reset();
  }
}

function holdsSecret(stream: MaskedStream, text: string): boolean {
  if (text === '') return false;
  stream.push(Buffer.from(text));
  stream.end();
  return stream.maskCount > 0;
}
