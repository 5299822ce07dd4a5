import type { Clock } from '../parallel/clock.ts';

/** What a call has cost, over all exchanges that it took. */
export interface Receipt {
  /** Null if one of them could not be measured. */
  readonly usd: number | null;
  /** Who really answered, as the providers say. */
  readonly models: readonly string[];
  readonly exchanges: number;
  /** How many of them count against the repeats that one call may have: going on with another credential does not. */
  readonly repeats: number;
  readonly waitedMs: number;
}

/** A receipt that is being written; `close` counts once, and gives what there is so far. */
export interface OpenReceipt {
  note(usd: number | null, answeredBy: string | null): void;
  close(counts: Pick<Receipt, 'waitedMs' | 'repeats'>): Receipt;
}

interface Account {
  receipt: Receipt;
  openCalls: number;
  readonly readers: Set<() => void>;
}

const empty: Receipt = { usd: 0, models: [], exchanges: 0, repeats: 0, waitedMs: 0 };

const mostKept = 64;
/** A caller may ask as soon as it has read the last event, which is a moment before the reply has ended. */
const longestWaitMs = 5000;

/** The latest receipts of one token, by the id that the caller gave its call. */
export class Receipts {
  readonly #accounts = new Map<string, Account>();

  open(callId: string | null): OpenReceipt {
    const account = this.#open(callId);
    let isOpen = true;
    return {
      note(usd, answeredBy) {
        account.receipt = add(account.receipt, usd, answeredBy);
      },
      close({ waitedMs, repeats }) {
        if (!isOpen) return account.receipt;
        isOpen = false;
        const { receipt } = account;
        account.receipt = {
          ...receipt,
          waitedMs: receipt.waitedMs + waitedMs,
          repeats: receipt.repeats + repeats,
        };
        account.openCalls -= 1;
        if (account.openCalls === 0) for (const wake of account.readers) wake();
        return account.receipt;
      },
    };
  }

  /** Null if there is none, or none yet. */
  async find(callId: string, clock: Clock): Promise<Receipt | null> {
    const account = this.#accounts.get(callId);
    if (account === undefined) return null;
    if (account.openCalls > 0) await untilClosed(account, clock);
    return account.openCalls > 0 ? null : account.receipt;
  }

  #open(callId: string | null): Account {
    const known = callId === null ? undefined : this.#accounts.get(callId);
    const account = known ?? { receipt: empty, openCalls: 0, readers: new Set() };
    account.openCalls += 1;
    if (callId === null) return account;
    this.#accounts.delete(callId);
    this.#accounts.set(callId, account);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > mostKept && oldest !== undefined) this.#accounts.delete(oldest);
    return account;
  }
}

function add(receipt: Receipt, usd: number | null, answeredBy: string | null): Receipt {
  return {
    ...receipt,
    usd: usd === null || receipt.usd === null ? null : receipt.usd + usd,
    models:
      answeredBy === null || receipt.models.includes(answeredBy) ? receipt.models : [...receipt.models, answeredBy],
    exchanges: receipt.exchanges + 1,
  };
}

async function untilClosed(account: Account, clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = () => {
      callOff();
      account.readers.delete(wake);
      resolve();
    };
    const callOff = clock.after(longestWaitMs, wake);
    account.readers.add(wake);
  });
}
