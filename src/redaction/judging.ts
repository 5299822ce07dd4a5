/** A way to read a part of a text: its first byte, the one after its last, and what it says. */
export interface Decoding {
  readonly from: number;
  readonly to: number;
  /** Only of interest where most was not found yet: it hides more than it has to. */
  readonly isRough?: boolean;
  /** Null if it would be more than so many bytes. */
  read(mostBytes: number): Uint8Array | null;
}

const basicBytes = 64 * 1024;
const mostGrowth = 64;

/** What may be read for the sake of one text, all in all: nobody can make us read for ever. */
export class Budget {
  #left: number;

  constructor(textBytes: number) {
    this.#left = basicBytes + textBytes * mostGrowth;
  }

  get left(): number {
    return this.#left;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
  }
}

/** What is found in a text, and whom it belongs to. */
interface Found {
  readonly owner: number;
  readonly from: number;
  readonly to: number;
}

/** Reads what texts mean, and what that means, down to some depth. */
export interface Judge {
  /** Whose secret stands there, in whatever spelling; -1 if nobody's. */
  findOwner(text: Uint8Array, budget: Budget): number;
  /** Stands for whatever there was too much of. */
  readonly unknownOwner: number;
}

/** The rough ones come last. */
export function judgeDecodings(decodings: readonly Decoding[], judge: Judge, budget: Budget): Found[] {
  const found: Found[] = [];
  for (const { from, to, isRough = false, read } of decodings) {
    // What is hidden already need not be read once more.
    if (isRough && isMostlyFound(found, from, to)) continue;
    if (found.some((known) => known.from <= from && known.to >= to)) continue;
    const text = read(budget.left);
    budget.spend(text?.length ?? 0);
    const owner = text === null || budget.left < 0 ? judge.unknownOwner : judge.findOwner(text, budget);
    if (owner !== -1) found.push({ owner, from, to });
  }
  return found;
}

const mostly = 0.6;

function isMostlyFound(found: readonly Found[], from: number, to: number): boolean {
  return found.reduce((sum, known) => sum + known.to - known.from, 0) >= (to - from) * mostly;
}

/** Bytes that are of a secret, by its owner. Places count from the start of the piece; below 0 is before it. */
export type OnSpan = (owner: number, from: number, to: number) => void;
