import { mayServe } from '../model/eligibility.ts';
import type { Trouble } from '../model/exchange.ts';
import { showSafely } from '../model/text.ts';
import type { Call, House } from './call.ts';
import { holdExchange } from './exchange.ts';
import type { Turn } from './exchange-record.ts';
import { boundWaitMs, explainFinal, explainNoLease, explainUsedUp, type LastWord, park } from './last-word.ts';
import { makeRefusal } from './own-reply.ts';
import { Patience } from './patience.ts';
import { Repeats } from './repeats.ts';

/** Serves one call, with as many leases as it takes. Contract: its books are closed when it ends, however it ends. */
export async function conductCall(house: House, call: Call): Promise<LastWord> {
  const { limits, clock } = house;
  const { isAgent, waiting } = call.grant;
  const limitMs = isAgent ? limits.agentLeaseWaitMs : limits.leaseWaitMs;
  const patience = new Patience(clock, call.books, Math.min(limitMs, boundWaitMs(waiting)));
  try {
    return await repeat(house, call, patience);
  } finally {
    call.books.close();
  }
}

/** For one exchange, so that no repeat passes a limit that the first try did not. Null: go on. */
async function reserveBudget(house: House, call: Call, patience: Patience): Promise<LastWord> {
  const { grant, estimatedUsd, endpoint, signal } = call;
  if (!endpoint.isBilled) return null;
  const answer = await patience.bound(signal, async (bounded) => {
    return await house.budget.reserve(grant.taskId, estimatedUsd, bounded);
  });
  if (answer.kind === 'refused') {
    const { purse } = answer;
    const reason = purse === 'price' ? explainPrice(answer.reason, call) : answer.reason;
    house.onBudgetRefused?.({ taskId: grant.taskId, purse, reason });
    return { own: makeRefusal('budget', reason) };
  }
  if (answer.kind === 'busy') return park(house, call, { untilAt: null, reason: answer.reason, last: null });
  call.books.settleBudgetBy(answer.settle);
  return null;
}

/** Whoever set a budget wants to know what cannot be held to it. */
function explainPrice(reason: string, { extraPrice, unboundedInput }: Call): string {
  const why = extraPrice ?? unboundedInput;
  return why === null ? reason : `${reason}: the request has ${showSafely(why)}`;
}

async function repeat(house: House, call: Call, patience: Patience): Promise<LastWord> {
  const { books, signal } = call;
  const repeats = openRepeats(house, call);
  let last: Trouble | null = null;
  for (let turn = 0, waitedBefore = 0; ; turn += 1) {
    const word = await reserveBudget(house, call, patience);
    if (word !== null) return word;
    const got = await reserveLease(house, call, patience, { last, avoids: repeats.silentScopes });
    if ('word' in got) return got.word;
    const { lease } = got;
    books.noteRepeats(repeats.count);
    const decide = (trouble: Trouble) => repeats.decide(trouble, lease.scope, house.clock.now());
    const waitedMs = books.waitedMs - waitedBefore;
    const end = await holdExchange(house, call, { lease, repeat: turn, waitedMs, decide });
    if (end.kind === 'over') return null;
    const { next } = end;
    last = end.trouble;
    waitedBefore = books.waitedMs;
    if (next.kind === 'used-up') return explainUsedUp(house, call, lease.credential, end);
    if (next.kind === 'final') return explainFinal(house, last, end.reply);
    if (next.waitMs > patience.leftMs) {
      return park(house, call, { untilAt: house.clock.now() + next.waitMs, reason: last.message, last });
    }
    await patience.sleep(next.waitMs, signal);
  }
}

function openRepeats({ credentials, maxRetries, random }: House, call: Call): Repeats {
  const { provider, model, grant, endpoint, repeatsUsed } = call;
  const able = credentials.filter((one) => mayServe(one, { provider, model, role: grant.role }));
  const scopes = new Set(able.map(({ scope }) => scope));
  const { isBilled } = endpoint;
  return new Repeats({ maxRetries, repeatsUsed, scopes, credentials: able.length, isBilled, random });
}

/** How the call has fared so far. */
interface Tried {
  readonly last: Trouble | null;
  readonly avoids: ReadonlySet<string>;
}

async function reserveLease(
  house: House,
  call: Call,
  patience: Patience,
  { last, avoids }: Tried,
): Promise<Pick<Turn, 'lease'> | { readonly word: LastWord }> {
  const { grant, provider, model, estimatedTokens, estimatedUsd, signal } = call;
  const { role, taskId } = grant;
  const wanted = { role, taskId, provider, model, estimatedTokens, estimatedUsd, signal };
  const request = { ...wanted, avoids, deadlineMs: patience.leftMs };
  try {
    return { lease: await patience.spend(() => house.coordinator.reserve(request)) };
  } catch (error) {
    return { word: signal.aborted ? null : explainNoLease(house, call, error, last) };
  }
}
