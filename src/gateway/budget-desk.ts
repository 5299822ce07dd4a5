import type { BudgetAnswer, BudgetDesk, PurseName } from './setup.ts';

export interface BudgetSetup {
  /** Null: no limit. */
  readonly batchUsd: number | null;
  /** Of each task; null: no limit. */
  readonly taskUsd: number | null;
  readonly spentBefore: { readonly batchUsd: number; readonly taskUsd: Readonly<Record<string, number>> };
}

/** A limit with what has been spent of it, and what calls in flight may still cost. */
interface Purse {
  readonly name: PurseName;
  readonly owner: string;
  readonly limitUsd: number;
  spentUsd: number;
  heldUsd: number;
}

interface Waiter {
  readonly purses: readonly Purse[];
  readonly estimatedUsd: number;
  answer(answer: BudgetAnswer): void;
}

const owners = { batch: "the batch's budget", task: 'the budget of the task' };
const unpriced: BudgetAnswer = {
  kind: 'refused',
  purse: 'price',
  reason: 'A budget is set, and the price is not known',
};

/** So that ten times 0.1 fit into 1. */
const roundingUsd = 1e-9;

/** Refuses before the call what could pass a limit; what only waits for calls in flight, waits. */
export function openBudgetDesk({ batchUsd, taskUsd, spentBefore }: BudgetSetup): BudgetDesk {
  const batch = batchUsd === null ? [] : [makePurse('batch', batchUsd, spentBefore.batchUsd)];
  const tasks = new Map<string, Purse>();
  const waiters = new Set<Waiter>();
  const pursesOf = (taskId: string): readonly Purse[] => {
    if (taskUsd === null) return batch;
    const purse = tasks.get(taskId) ?? makePurse('task', taskUsd, spentBefore.taskUsd[taskId] ?? 0);
    tasks.set(taskId, purse);
    return [...batch, purse];
  };
  const serveWaiters = () => {
    for (const waiter of waiters) {
      const answer = judge(waiter.purses, waiter.estimatedUsd, serveWaiters);
      if (answer.kind !== 'busy') waiter.answer(answer);
    }
  };
  return {
    async reserve(taskId, estimatedUsd, signal) {
      const purses = pursesOf(taskId);
      if (purses.length === 0) return { kind: 'granted', settle: () => undefined };
      if (estimatedUsd === null) return unpriced;
      const answer = judge(purses, estimatedUsd, serveWaiters);
      return answer.kind === 'busy' ? await wait(waiters, { purses, estimatedUsd }, answer, signal) : answer;
    },
  };
}

function makePurse(name: 'batch' | 'task', limitUsd: number, spentUsd: number): Purse {
  return { name, owner: owners[name], limitUsd, spentUsd, heldUsd: 0 };
}

function judge(purses: readonly Purse[], estimatedUsd: number, onSettled: () => void): BudgetAnswer {
  const spent = purses.find(({ limitUsd, spentUsd }) => spentUsd + estimatedUsd > limitUsd + roundingUsd);
  if (spent !== undefined) {
    return { kind: 'refused', purse: spent.name, reason: explainSpent(spent, estimatedUsd) };
  }
  const held = purses.find((purse) => purse.spentUsd + purse.heldUsd + estimatedUsd > purse.limitUsd + roundingUsd);
  if (held !== undefined) return { kind: 'busy', reason: `What is left of ${held.owner} is held by calls in flight` };
  return hold(purses, estimatedUsd, onSettled);
}

function hold(purses: readonly Purse[], estimatedUsd: number, onSettled: () => void): BudgetAnswer {
  for (const purse of purses) purse.heldUsd += estimatedUsd;
  let isSettled = false;
  return {
    kind: 'granted',
    settle(usd) {
      if (isSettled) return;
      isSettled = true;
      for (const purse of purses) {
        purse.heldUsd -= estimatedUsd;
        purse.spentUsd += usd ?? estimatedUsd;
      }
      onSettled();
    },
  };
}

async function wait(
  waiters: Set<Waiter>,
  { purses, estimatedUsd }: Omit<Waiter, 'answer'>,
  busy: BudgetAnswer,
  signal: AbortSignal,
): Promise<BudgetAnswer> {
  if (signal.aborted) return busy;
  return await new Promise<BudgetAnswer>((resolve) => {
    const giveUp = () => waiter.answer(busy);
    const waiter: Waiter = {
      purses,
      estimatedUsd,
      answer(answer) {
        waiters.delete(waiter);
        signal.removeEventListener('abort', giveUp);
        resolve(answer);
      },
    };
    waiters.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function explainSpent({ owner, limitUsd, spentUsd }: Purse, estimatedUsd: number): string {
  const ofLimit = `${owner} of ${showUsd(limitUsd)}`;
  const leftUsd = limitUsd - spentUsd;
  if (leftUsd <= roundingUsd) return `${ofLimit} is spent (${showUsd(spentUsd)})`;
  return `the call may cost ${showUsd(estimatedUsd)}, and ${showUsd(leftUsd)} of ${ofLimit} is left`;
}

function showUsd(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}
