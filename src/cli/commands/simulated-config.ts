import { wellKnown } from '../../config/credential-names.ts';
import { type WireProvider, wireProviders } from '../../model/credential.ts';
import { renderCommand } from '../../report/command-line.ts';
import type { RateLimit, ScopeSetup, SimulatorSetup } from '../../simulator/setup.ts';

/** A simulated key, with the variable and the name that lead to it. */
interface NamedKey {
  readonly variable: string;
  readonly name: string;
  readonly key: string;
  readonly scopeName: string;
  readonly scope: ScopeSetup;
}

/** For `eval`: every key in a variable of its own, and where the provider's tools find it. */
export function renderExports(origin: string, scopes: readonly ScopeSetup[]): string[] {
  const named = nameKeys(scopes);
  return wireProviders.flatMap((provider) => {
    const keys = named.filter(({ scope }) => scope.provider === provider);
    if (keys.length === 0) return [];
    const server = provider === 'openai-compatible' ? [] : [`${wellKnown[provider].baseUrl}=${origin}`];
    return [
      `export ${[...keys.map(({ variable, key }) => `${variable}=${renderCommand([key])}`), ...server].join(' ')}`,
    ];
  });
}

/** A config that knows what the simulator counts: with it no call is made in vain. No key is in it. */
export function renderConfig(origin: string, { scopes, timeScale = 1 }: SimulatorSetup): string {
  const credentials = nameKeys(scopes).map(({ variable, name, scopeName, scope }) => {
    const { provider, models } = scope;
    const known = knownLimits(scope, timeScale);
    const entry = {
      provider,
      secret: `env:${variable}`,
      baseUrl: origin,
      scope: scopeName,
      ...(models === undefined ? {} : { models }),
      ...(Object.keys(known).length === 0 ? {} : { limits: known }),
    };
    return [name, entry] as const;
  });
  return JSON.stringify({ credentials: Object.fromEntries(credentials) }, null, 2);
}

/** The first key has the name that the provider's own tools read, the next ones have numbers behind it. */
function nameKeys(scopes: readonly ScopeSetup[]): NamedKey[] {
  const counts = new Map<WireProvider, number>();
  const names = nameScopes(scopes);
  return scopes.flatMap((scope, which) => {
    const scopeName = names[which] ?? scope.id;
    return scope.keys.map((key, at) => {
      const count = (counts.get(scope.provider) ?? 0) + 1;
      counts.set(scope.provider, count);
      const head = scope.provider === 'openai-compatible' ? 'SIMULATED_API_KEY' : wellKnown[scope.provider].keys[0];
      return {
        variable: count === 1 ? head : `${head}_${count}`,
        name: `${scopeName}-${at + 1}`,
        scopeName,
        key,
        scope,
      };
    });
  });
}

/** Names that a config takes, whatever the scopes are called; no two are alike. */
function nameScopes(scopes: readonly ScopeSetup[]): string[] {
  const names = new Set<string>();
  for (const { id } of scopes) {
    const plain = id.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-');
    const name = plain.replace(/^[^a-z0-9]+/, '').slice(0, 50) || 'scope';
    names.add(names.has(name) ? `${name}.${names.size + 1}` : name);
  }
  return [...names];
}

/** What the replies do not tell: the rest is learned from them, and better so, because they know what is left. */
function knownLimits({ provider, limits = {}, hidesLimits = false }: ScopeSetup, timeScale: number) {
  const { requests, tokens, inputTokens, outputTokens, perDay, concurrency } = limits;
  const isTold = !hidesLimits && provider !== 'google';
  const rate = (limit: RateLimit | undefined) =>
    isTold || limit === undefined ? undefined : Math.floor(limit.perMinute / timeScale);
  const named = {
    requestsPerMinute: rate(requests),
    tokensPerMinute: rate(tokens),
    inputTokensPerMinute: rate(inputTokens),
    outputTokensPerMinute: rate(outputTokens),
    requestsPerDay: perDay,
    concurrency,
  };
  return Object.fromEntries(Object.entries(named).filter(([, limit]) => limit !== undefined && limit >= 1));
}
