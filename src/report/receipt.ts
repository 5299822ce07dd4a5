import type { JournalEntry, TaskEvent } from '../model/event.ts';
import { roundUsd } from './figures.ts';
import { addSums, lostCall, noSums, type Sum, type Sums, sumExchange, sumOf, unmeasured } from './receipt-sums.ts';

/** One step of a receipt, as it is in JSON; null is unmeasured. */
export interface ReceiptRow {
  /** Such as `review#2`; null for calls that were cut off, and that no step finished with. */
  readonly step: string | null;
  readonly calls: number;
  readonly refusals: number;
  readonly inputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly outputTokens: number | null;
  readonly seconds: number | null;
  readonly usd: number | null;
}

/** In the order of their first ends; what was cut off comes last. */
export type Receipt = readonly { readonly step: string | null; readonly sums: Sums }[];

const nothing: ReadonlySet<string> = new Set();

/** What each step of a task took in one batch: pure, from the task's own events. Calls under way come when they end. */
export function makeReceipt(entries: readonly JournalEntry[], underWay = nothing): Receipt {
  const fold = new ReceiptFold();
  const isOver = (entry: TaskEvent) => entry.kind !== 'exchange-begun' || !underWay.has(entry.lease);
  for (const entry of entries) if ('task' in entry && isOver(entry)) fold.add(entry);
  return fold.receipt;
}

export function listReceipt(receipt: Receipt): ReceiptRow[] {
  return receipt.map(({ step, sums }) => ({
    step,
    calls: sums.calls,
    refusals: sums.refusals,
    inputTokens: whole(sums.inputTokens),
    cachedTokens: whole(sums.cachedTokens),
    outputTokens: whole(sums.outputTokens),
    seconds: sums.ms.isWhole ? sums.ms.measured / 1000 : null,
    usd: roundUsd(whole(sums.usd)),
  }));
}

function whole({ measured, isWhole }: Sum): number | null {
  return isWhole ? measured : null;
}

type StepEvent = Extract<TaskEvent, { kind: 'step-done' | 'step-found' | 'call-failed' }>;

/** Steps follow one another: an exchange belongs to the step that ends next. */
class ReceiptFold {
  readonly #rows = new Map<string, Sums>();
  #cutOff = noSums;
  /** Since the last step ended. */
  #open: Sums[] = [];
  readonly #begun = new Set<string>();

  add(event: TaskEvent): void {
    switch (event.kind) {
      case 'exchange-begun':
        this.#begun.add(event.lease);
        break;
      case 'exchange':
        this.#begun.delete(event.lease);
        this.#open.push(sumExchange(event));
        break;
      case 'step-done':
      case 'step-found':
      case 'call-failed':
        this.#endStep(event);
        break;
      case 'task-started':
        this.#endAttempt();
        break;
      default:
    }
  }

  get receipt(): Receipt {
    const cutOff = addSums(this.#cutOff, this.#sumLost());
    const rows = [...this.#rows].map(([step, sums]) => ({ step, sums }));
    const isNothing = cutOff.calls + cutOff.refusals === 0;
    return isNothing ? rows : [...rows, { step: null, sums: cutOff }];
  }

  #endStep(event: StepEvent): void {
    const step = event.step.replace(/\/try-\d+$/, '');
    const sums = settle(event, this.#open);
    this.#rows.set(step, addSums(this.#rows.get(step) ?? noSums, sums));
    this.#open = [];
  }

  /** Its calls were for nothing; of what was refused, the step that asks again will tell. */
  #endAttempt(): void {
    this.#cutOff = addSums(
      this.#cutOff,
      this.#sumLost((sums) => sums.calls > 0),
    );
    this.#open = this.#open.filter(({ calls }) => calls === 0);
    this.#begun.clear();
  }

  #sumLost(isLost: (sums: Sums) => boolean = () => true): Sums {
    const lost = Array.from(this.#begun, () => lostCall);
    return [...this.#open.filter(isLost), ...lost].reduce(addSums, noSums);
  }
}

/** What a step says it cost counts; where it does not know, what its exchanges cost is the part that is measured. */
function settle(event: StepEvent, exchanges: readonly Sums[]): Sums {
  const sums = exchanges.reduce(addSums, noSums);
  const ms = event.kind === 'step-done' ? sumOf(event.ms) : exchanges.length > 0 ? sums.ms : unmeasured;
  const isPaid = event.usd === null ? { measured: sums.usd.measured, isWhole: false } : sumOf(event.usd);
  const told = { ...sums, ms, usd: { ...isPaid, isWhole: isPaid.isWhole && sums.usd.isWhole } };
  if (event.usd === 0 || sums.calls > 0) return told;
  // It asked somebody who is not asked through us.
  return { ...told, calls: 1, inputTokens: unmeasured, cachedTokens: unmeasured, outputTokens: unmeasured };
}
