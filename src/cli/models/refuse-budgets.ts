import type { RoleSpec } from '../../config/credential-selection.ts';
import type { SettingValues } from '../../config/settings.ts';
import { askedModelOf } from '../../model/asked-model.ts';
import { type Credential, isWireProvider } from '../../model/credential.ts';
import { mayServe } from '../../model/eligibility.ts';
import { AgentOsError } from '../../model/errors.ts';
import { schemeOf } from '../../model/spec.ts';
import { showSafely } from '../../model/text.ts';
import type { PriceList } from '../../prices/price-list.ts';
import { renderNumber, renderUsd } from '../../report/figures.ts';
import { isBudgeted } from '../batch/budget.ts';
import { type ReservedCall, reserveNeeded } from './reserved-call.ts';

type Limits = Pick<SettingValues, 'budgetUsd' | 'taskBudgetUsd'>;

export interface BudgetFacts {
  readonly prices: PriceList;
  readonly credentials: readonly Credential[];
  readonly settings: Limits;
  readonly roles: readonly RoleSpec[];
}

interface Need {
  readonly who: string;
  readonly role: string;
  readonly asked: NonNullable<ReturnType<typeof askedModelOf>>;
  /** Null for an agent, which says itself how long its answers may be. */
  readonly call: ReservedCall | null;
}

/** Budgets under which not one call could ever be made. Throws `PRICE_UNKNOWN` or `BUDGET_TOO_SMALL`. */
export function refuseHopelessBudgets(facts: BudgetFacts): void {
  const needs = facts.roles.flatMap((one) => findNeed(facts.prices, one));
  if (isBudgeted(facts.settings)) for (const need of needs) refuseUnknownPrice(facts.prices, need);
  refuseSmall('--budget', facts.settings.budgetUsd, needs);
  refuseSmall('--task-budget', facts.settings.taskBudgetUsd, needs);
  for (const need of needs) refuseDayBudgets(facts, need);
}

function findNeed(prices: PriceList, { role, spec }: RoleSpec): Need[] {
  const asked = askedModelOf(spec);
  if (asked === null) return [];
  const call = isWireProvider(schemeOf(spec) ?? '') ? reserveNeeded(prices, role, asked) : null;
  return [{ who: showSafely(`${role} ${spec}`), role, asked, call }];
}

function isPriced(prices: PriceList, { asked }: Need): boolean {
  return prices.estimateUsd(asked.provider, asked.model, { input: 1, output: 1 }) !== null;
}

/** What nobody can price cannot be held to a budget: every call would be refused. */
function refuseUnknownPrice(prices: PriceList, need: Need): void {
  if (isPriced(prices, need)) return;
  const advice = 'give it under "prices" in your config, or leave out --budget and --task-budget';
  throw new AgentOsError('PRICE_UNKNOWN', `${need.who} has no known price: ${advice}`);
}

function refuseSmall(flag: string, limitUsd: number | null, needs: readonly Need[]): void {
  if (limitUsd === null) return;
  const dearest = needs.toSorted((a, b) => (b.call?.usd ?? 0) - (a.call?.usd ?? 0))[0];
  const usd = dearest?.call?.usd ?? 0;
  if (dearest === undefined || usd <= limitUsd) return;
  throw tooSmall(
    `${flag} ${limitUsd} cannot pay one call of the ${dearest.who}: ${explainHold(dearest)}; give ${flag} ${propose(usd)} or more`,
  );
}

/** Why it is more than such calls cost. */
function explainHold({ call }: Need): string {
  const output = renderNumber(call?.outputTokens ?? 0);
  return `${renderUsd(call?.usd ?? 0)} and more is held for it until its real cost is known, by the most that it can be (${output} tokens of answer, and every byte of the prompt as one)`;
}

/** Room for one call under way and for what others have cost, in a round number. */
function propose(usd: number): number {
  const twice = usd * 2;
  return twice < 1 ? Math.ceil(twice * 10) / 10 : Math.ceil(twice);
}

function refuseDayBudgets({ credentials, prices }: BudgetFacts, need: Need): void {
  const able = credentials.filter((one) => mayServe(one, { ...need.asked, role: need.role }));
  const objections = able.map((credential) => findObjection(credential, prices, need));
  const [first] = objections;
  if (first === undefined || first === null || objections.includes(null)) return;
  throw first;
}

/** Why a credential can never be used for it; null if it can. */
function findObjection({ name, budget }: Credential, prices: PriceList, need: Need): AgentOsError | null {
  const { usdPerDay, tokensPerDay } = budget;
  if (usdPerDay !== null && !isPriced(prices, need)) {
    const advice = 'give it under "prices" in your config, or take the "usdPerDay" out';
    return new AgentOsError(
      'PRICE_UNKNOWN',
      `credential ${name} has a budget, and ${need.who} no known price: ${advice}`,
    );
  }
  const usd = need.call?.usd ?? 0;
  if (usdPerDay !== null && usd > usdPerDay) {
    const hint = `give it ${propose(usd)} or more`;
    return tooSmall(
      `credential ${name} has ${usdPerDay} "usdPerDay", which cannot pay one call of the ${need.who}: ${explainHold(need)}; ${hint}`,
    );
  }
  const tokens = need.call?.tokens ?? 0;
  if (tokensPerDay === null || tokens <= tokensPerDay) return null;
  const output = renderNumber(need.call?.outputTokens ?? 0);
  return tooSmall(
    `credential ${name} has ${tokensPerDay} "tokensPerDay", and one call of the ${need.who} may take ${renderNumber(tokens)} and more (${output} of them for the answer); give it ${renderNumber(tokens * 2)} or more`,
  );
}

function tooSmall(message: string): AgentOsError {
  return new AgentOsError('BUDGET_TOO_SMALL', message);
}
