import type { Usage } from '../model/exchange.ts';

/** Who is asked in a requirements task. */
type QuotedRole = 'drafter' | 'reviewer';

/** What a call of a role costs; null if nobody knows. */
export type PriceCall = (role: QuotedRole, usage: Usage) => number | null;

export interface UsdRange {
  readonly least: number;
  readonly most: number;
}

interface ExpectedCall {
  readonly role: QuotedRole;
  readonly input: number;
  readonly output: number;
}

/** In tokens. What is ours to say in a prompt, with the schema of its reply: instructions and form. */
export const promptTokens = { checkIssue: 500, draft: 3000, revise: 3000, review: 1400 } as const;

/** In tokens: as much of the repository as a prompt shows at most. */
export const surveyTokens = 12_000;

/** In tokens: how long replies are, by what we have seen. The document has the length of its draft. */
const replyTokens = { checkIssue: 300, draft: 6000, revise: 1500, review: 1500 } as const;

/** In tokens: sections that changed, and how, in a later round. */
const newsTokens = 3000;

/**
 * What a task costs by the tokens that it will take: at least if the first review approves, at most with `mostRounds`
 * reviews. Nothing is taken for granted of caches; a call that has to be made again is not foreseen.
 */
export function quoteTokens(issueTokens: number, mostRounds: number, price: PriceCall): UsdRange | null {
  const least = addUp(listCalls(issueTokens, 1), price);
  const most = addUp(listCalls(issueTokens, mostRounds), price);
  return least === null || most === null ? null : { least, most };
}

function addUp(calls: readonly ExpectedCall[], price: PriceCall): number | null {
  return calls.reduce<number | null>((sum, { role, input, output }) => {
    const usage = { inputTokens: input, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: output };
    const usd = sum === null ? null : price(role, usage);
    return sum === null || usd === null ? null : sum + usd;
  }, 0);
}

function listCalls(issueTokens: number, rounds: number): ExpectedCall[] {
  const work = issueTokens + surveyTokens;
  const calls: ExpectedCall[] = [
    { role: 'reviewer', input: promptTokens.checkIssue + issueTokens, output: replyTokens.checkIssue },
    { role: 'drafter', input: promptTokens.draft + work, output: replyTokens.draft },
  ];
  for (let round = 1; round <= rounds; round += 1) {
    const known = work + replyTokens.draft + (round > 1 ? newsTokens : 0);
    calls.push({ role: 'reviewer', input: promptTokens.review + known, output: replyTokens.review });
    if (round === rounds) break;
    const findings = replyTokens.review;
    calls.push({ role: 'drafter', input: promptTokens.revise + known + findings, output: replyTokens.revise });
  }
  return calls;
}
