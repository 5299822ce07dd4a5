import type { TroubleKind } from '../model/exchange.ts';
import type { CredentialSnapshot, PoolSnapshot } from '../model/pool-snapshot.ts';
import { showSafely } from '../model/text.ts';
import { limitLines, renderCount, renderTime, renderUsd, roundUsd, shorten } from './figures.ts';

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

/** Whether the provider took a key when it was tried: null if it did. */
export interface CheckedKey {
  readonly name: string;
  readonly trouble: { readonly kind: TroubleKind | 'unreadable'; readonly message: string } | null;
}

/** The provider has answered, and will say the same until somebody does something about it. */
export function isRefused({ trouble }: CheckedKey): boolean {
  return trouble?.kind === 'auth' || trouble?.kind === 'quota';
}

/** One row a credential, and below what holds for more than one of them, and what trying them showed. Times are UTC. */
export function renderCredentials(pool: PoolSnapshot, checked: readonly CheckedKey[] = []): string[] {
  if (pool.credentials.length === 0) return ['no credentials'];
  const rows = renderTable([headings, ...pool.credentials.map(renderRow)]);
  return [...rows, ...renderBreakers(pool), ...renderWaiting(pool), ...checked.map(renderCheck)].map(showSafely);
}

function renderRow(credential: CredentialSnapshot): string[] {
  const { name, provider, scope, state, untilAt, reason, inUseBy, calls, rejected, tokens, usd } = credential;
  return [
    name,
    provider,
    scope,
    state,
    untilAt === null ? '-' : renderTime(untilAt),
    inUseBy.length === 0 ? '-' : limitLines(inUseBy, mostTasks).join(', '),
    String(calls),
    String(rejected),
    String(tokens),
    usd === null ? 'not measured' : renderUsd(usd),
    shorten(reason ?? ''),
  ];
}

function renderTable(rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    numeric.has(headings[column] ?? '') ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}

function renderBreakers({ providers }: PoolSnapshot): string[] {
  return providers
    .filter(({ breaker }) => breaker !== 'closed')
    .map(({ provider, breaker, untilAt }) => {
      const when = untilAt === null ? '' : ` until ${renderTime(untilAt)}`;
      return `${provider} is overloaded: ${breaker === 'open' ? `no calls${when}` : 'one call tries whether it is over'}`;
    });
}

function renderWaiting({ waiting }: PoolSnapshot): string[] {
  const roles = Object.entries(waiting).filter(([, calls]) => calls > 0);
  return roles.length === 0 ? [] : [`waiting: ${roles.map(([role, calls]) => renderRole(role, calls)).join(', ')}`];
}

function renderRole(role: string, calls: number): string {
  return `${renderCount(calls, 'call')} of ${role}`;
}

function renderCheck(checked: CheckedKey): string {
  const { name, trouble } = checked;
  if (trouble === null) return `check ${name}: the key works`;
  return `check ${name}: ${explainCheck(checked)}: ${shorten(trouble.message)}`;
}

function explainCheck(checked: CheckedKey): string {
  if (isRefused(checked))
    return checked.trouble?.kind === 'quota' ? 'the account has nothing left' : 'the key is refused';
  if (checked.trouble?.kind === 'unreadable') return 'the key cannot be read';
  return `nobody knows, try again later (${checked.trouble?.kind})`;
}

/** What programs read. Field by field, so that nothing gets out which this room does not know. */
export function makeCredentialsJson(
  { credentials, providers, waiting }: PoolSnapshot,
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
      tokens: credential.tokens,
      usd: roundUsd(credential.usd),
      models: credential.models.map(({ model, inFlight, concurrency, requestsPerMinute }) => ({
        model,
        inFlight,
        concurrency,
        requestsPerMinute,
      })),
    })),
    providers: providers.map(({ provider, breaker, untilAt }) => ({ provider, breaker, untilAt })),
    waiting: { ...waiting },
    checks: checked.map(({ name, trouble }) => ({
      name,
      isUsable: trouble === null,
      trouble: trouble?.kind ?? null,
      message: trouble?.message ?? null,
    })),
  };
}
