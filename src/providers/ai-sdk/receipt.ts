import * as z from 'zod/mini';
import { readBeginning, sendToGateway } from './gateway-request.ts';

export interface Receipt {
  /** Null if it was not measured. */
  readonly usd: number | null;
  /** Who really answered last; null if nobody said. */
  readonly answeredBy: string | null;
  /** All who answered. */
  readonly models: readonly string[];
  /** How often the gateway has repeated it. */
  readonly repeats: number;
}

const schema = z.object({
  usd: z.nullable(z.number().check(z.minimum(0))),
  models: z.array(z.string()),
  repeats: z.number().check(z.minimum(0)),
});

const unknown: Receipt = { usd: null, answeredBy: null, models: [], repeats: 0 };

/** The gateway itself waits up to 5 s for a call that is about to end. */
const longestWaitMs = 10_000;
const maxBytes = 64 * 1024;

/** What a call has cost, and who answered it. Contract: never throws; what cannot be told is not measured. */
export async function loadReceipt(origin: string, token: string, callId: string): Promise<Receipt> {
  try {
    const reply = await sendToGateway({
      url: `${origin}/receipts/${callId}`,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
      body: null,
      signal: AbortSignal.timeout(longestWaitMs),
    });
    const text = await readBeginning(reply, maxBytes);
    if (reply.statusCode !== 200) return unknown;
    return parseReceipt(text) ?? unknown;
  } catch {
    return unknown;
  }
}

/** Null for what is none. */
export function parseReceipt(text: string): Receipt | null {
  try {
    const { usd, models, repeats } = schema.parse(JSON.parse(text));
    return { usd, answeredBy: models.at(-1) ?? null, models, repeats };
  } catch {
    return null;
  }
}
