import type { OpenReceipt, Receipt } from './receipts.ts';

/** What a call has cost and how long it waited; closed before the caller knows that it is over, and only once. */
export class CallBooks {
  readonly #receipt: OpenReceipt;
  readonly #estimatedUsd: number | null;
  /** Of the money that is held for the next exchange; null: none is. */
  #settle: ((usd: number | null) => void) | null = null;
  #waitedMs = 0;
  #repeats = 0;
  #isOpen = true;

  constructor(receipt: OpenReceipt, estimatedUsd: number | null) {
    this.#receipt = receipt;
    this.#estimatedUsd = estimatedUsd;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Contract: what was held before is settled. */
  settleBudgetBy(settle: (usd: number | null) => void): void {
    this.#settle = settle;
  }

  noteWait(ms: number): void {
    this.#waitedMs += Math.max(0, ms);
  }

  /** How many of the exchanges so far were repeats. */
  noteRepeats(count: number): void {
    this.#repeats = count;
  }

  /** What could not be measured counts by its estimate for the budget, and as not measured on the receipt. */
  noteExchange(usd: number | null, answeredBy: string | null): void {
    this.#giveBack(usd ?? this.#estimatedUsd);
    this.#receipt.note(usd, answeredBy);
  }

  close(): Receipt {
    if (this.#isOpen) this.#giveBack(0);
    this.#isOpen = false;
    return this.#receipt.close({ waitedMs: this.#waitedMs, repeats: this.#repeats });
  }

  #giveBack(usd: number | null): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(usd);
  }
}
