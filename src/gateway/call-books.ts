import type { OpenReceipt } from './receipts.ts';

/** What a call has cost and how long it waited; closed before the caller knows that it is over, and only once. */
export class CallBooks {
  readonly #receipt: OpenReceipt;
  readonly #estimatedUsd: number | null;
  #settle: ((usd: number | null) => void) | null = null;
  #usd = 0;
  #waitedMs = 0;
  #isOpen = true;

  constructor(receipt: OpenReceipt, estimatedUsd: number | null) {
    this.#receipt = receipt;
    this.#estimatedUsd = estimatedUsd;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  settleBudgetBy(settle: (usd: number | null) => void): void {
    this.#settle = settle;
  }

  noteWait(ms: number): void {
    this.#waitedMs += Math.max(0, ms);
  }

  /** What could not be measured counts by its estimate for the budget, and as not measured on the receipt. */
  noteExchange(usd: number | null, answeredBy: string | null): void {
    this.#usd += usd ?? this.#estimatedUsd ?? 0;
    this.#receipt.note(usd, answeredBy);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#settle?.(this.#usd);
    this.#receipt.close(this.#waitedMs);
  }
}
