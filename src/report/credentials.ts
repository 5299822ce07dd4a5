import { showSafely } from '../model/text.ts';
import { type CheckedKey, isRefused, type ShownCredential, type ShownPool, withoutName } from './credential-states.ts';
import { limitLines, renderCount, renderNumber, renderTime, renderUsd, roundUsd, shorten } from './figures.ts';

const mostTasks = 3;
const headings = [
  'NAME',
  'PROVIDER',
  'SCOPE',
  'STATE',
  'UNTIL',
  'IN USE BY',
  'CALLS',
  '429S',
  'TOKENS',
  'SPEND',
  'WHY',
];
const numeric = new Set(['CALLS', '429S', 'TOKENS', 'SPEND']);

/** One row a credential, and below what holds for more than one of them, and what trying them showed. Times are UTC. */
export function renderCredentials(pool: ShownPool, checked: readonly CheckedKey[] = []): string[] {
  if (pool.credentials.length === 0) return ['no credentials'];
  const rows = renderTable([headings, ...pool.credentials.map(renderRow)]);
  const guesses = pool.credentials.flatMap(renderGuess);
  return [...rows, ...guesses, ...renderBreakers(pool), ...renderWaiting(pool), ...checked.map(renderCheck)].map(
    showSafely,
  );
}

function renderRow(credential: ShownCredential): string[] {
  const { name, provider, scope, state, untilAt, reason, inUseBy, calls, rejected } = credential;
  const { tokens, guessedTokens, usd, measuredUsd } = credential;
  return [
    name,
    provider,
    scope,
    state,
    untilAt === null ? '-' : renderTime(untilAt),
    inUseBy.length === 0 ? '-' : limitLines(inUseBy, mostTasks).join(', '),
    String(calls),
    String(rejected),
    renderPart(guessedTokens === 0, tokens, renderNumber),
    renderPart(usd !== null, measuredUsd, renderUsd),
    shorten(reason ?? ''),
  ];
}

/** Of what was not measured whole, the part that was; as summaries and receipts say it. */
function renderPart(isWhole: boolean, measured: number, render: (measured: number) => string): string {
  if (isWhole) return render(measured);
  return measured > 0 ? `at least ${render(measured)}` : 'unmeasured';
}

/** `main: calls that were not measured may have cost up to $0.54 and 36,000 tokens, which counts against its budget`. */
function renderGuess({ name, guessedTokens, guessedUsd, usd }: ShownCredential): string[] {
  if (guessedTokens === 0 && usd !== null) return [];
  const amounts = [
    ...(guessedUsd > 0 ? [renderUsd(guessedUsd)] : []),
    ...(guessedTokens > 0 ? [`${renderNumber(guessedTokens)} tokens`] : []),
  ];
  const cost = amounts.length === 0 ? 'what nobody knows' : `up to ${amounts.join(' and ')}`;
  const budget = amounts.length === 0 ? '' : ', which counts against its budget';
  return [`${name}: calls that were not measured may have cost ${cost}${budget}`];
}

function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    numeric.has(headings[column] ?? '') ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}

function renderBreakers({ providers }: ShownPool): string[] {
  return providers
    .filter(({ breaker }) => breaker !== 'closed')
    .map(({ provider, model, breaker, untilAt }) => {
      const when = untilAt === null ? '' : ` until ${renderTime(untilAt)}`;
      return `${provider}:${model} is overloaded: ${breaker === 'open' ? `no calls${when}` : 'one call tries whether it is over'}`;
    });
}

function renderWaiting({ waiting }: ShownPool): string[] {
  const roles = Object.entries(waiting).filter(([, calls]) => calls > 0);
  return roles.length === 0 ? [] : [`waiting: ${roles.map(([role, calls]) => renderRole(role, calls)).join(', ')}`];
}

function renderRole(role: string, calls: number): string {
  return `${renderCount(calls, 'call')} of ${role}`;
}

function renderCheck(checked: CheckedKey): string {
  const { name, trouble } = checked;
  if (trouble === null) return `check ${name}: the key works`;
  return `check ${name}: ${explainCheck(checked)}: ${shorten(withoutName(name, trouble.message))}`;
}

function explainCheck(checked: CheckedKey): string {
  if (isRefused(checked))
    return checked.trouble?.kind === 'quota' ? 'the account has nothing left' : 'the key is refused';
  if (checked.trouble?.kind === 'unreadable') return 'the key cannot be read';
  // A wrong address, a certificate, a proxy: that is the same later.
  const advice = checked.trouble?.kind === 'request' ? '' : ', try again later';
  return `nobody knows${advice} (${checked.trouble?.kind})`;
}

/** What programs read. Field by field, so that nothing gets out which this room does not know. */
export function makeCredentialsJson(
  { credentials, providers, waiting }: ShownPool,
  checked: readonly CheckedKey[] = [],
): unknown {
  return {
    schemaVersion: 1,
    credentials: credentials.map((credential) => ({
      name: credential.name,
      provider: credential.provider,
      scope: credential.scope,
      state: credential.state,
      untilAt: credential.untilAt,
      reason: credential.reason,
      inUseBy: credential.inUseBy,
      calls: credential.calls,
      rejected: credential.rejected,
      tokens: credential.guessedTokens === 0 ? credential.tokens : null,
      measuredTokens: credential.tokens,
      mostTokens: credential.tokens + credential.guessedTokens,
      usd: roundUsd(credential.usd),
      measuredUsd: roundUsd(credential.measuredUsd),
      mostUsd: roundUsd(boundUsd(credential)),
      models: credential.models.map(({ model, inFlight, concurrency, requestsPerMinute }) => ({
        model,
        inFlight,
        concurrency,
        requestsPerMinute,
      })),
    })),
    providers: providers.map(({ provider, model, breaker, untilAt }) => ({ provider, model, breaker, untilAt })),
    waiting: { ...waiting },
    checks: checked.map(({ name, trouble }) => ({
      name,
      isUsable: trouble === null,
      trouble: trouble?.kind ?? null,
      message: trouble?.message ?? null,
    })),
  };
}

/** Null: it was used at a price that nobody knows. */
function boundUsd({ usd, measuredUsd, guessedUsd }: ShownCredential): number | null {
  return usd === null && guessedUsd === 0 ? null : measuredUsd + guessedUsd;
}
