import type { WireProvider } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import { unknownLimits } from '../model/known-limits.ts';
import type { KeyedCredential } from '../model/secret-reference.ts';
import { baseUrlOf, ownServers } from './credential-base-url.ts';
import { listNumbered, wellKnown } from './credential-names.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

interface KeyPart {
  readonly variable: string;
  readonly part: number;
  readonly value: string;
}

/** The pool that well-known variables make: one credential and one scope for each key. Keys are judged when loaded. */
export function listFromVariables(provider: WireProvider, variables: Variables): KeyedCredential[] {
  if (provider === 'openai-compatible') return [];
  const names = Object.keys(variables).filter((name) => variables[name] !== undefined);
  const [first = [], second = []] = wellKnown[provider].keys.map((key) =>
    listNumbered(key, names).flatMap((variable) => splitParts(variable, variables[variable] ?? '')),
  );
  // Google's tools read one of two variables: a key that stands in both is meant once.
  const parts = [...first, ...second.filter(({ value }) => !first.some((one) => one.value === value))];
  const baseUrl = parts.length === 0 ? '' : readBaseUrl(provider, variables);
  return parts.map(({ variable, part }, at) => {
    const name = `${provider}-${at + 1}`;
    return {
      credential: {
        name,
        provider,
        baseUrl,
        scope: name,
        models: null,
        roles: null,
        limits: unknownLimits,
        budget: { usdPerDay: null, tokensPerDay: null },
      },
      secret: { kind: 'variable', variable, part },
    };
  });
}

function splitParts(variable: string, list: string): KeyPart[] {
  return list.split(',').map((value, part) => ({ variable, part, value: value.trim() }));
}

function readBaseUrl(provider: Exclude<WireProvider, 'openai-compatible'>, variables: Variables): string {
  const variable = wellKnown[provider].baseUrl;
  const text = variables[variable] ?? '';
  const expected = baseUrlOf(provider);
  const url = text === '' ? ownServers[provider] : expected.fromData(text);
  if (typeof url === 'string') return url;
  throw new AgentOsError('CREDENTIAL_INVALID', `${variable} must be ${expected.expects}`);
}
