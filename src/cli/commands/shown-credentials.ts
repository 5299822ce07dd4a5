import type { Options } from '../../config/options.ts';
import { wireProviders } from '../../model/credential.ts';
import type { KeyedCredential, SecretReference } from '../../model/secret-reference.ts';
import { showSafely } from '../../model/text.ts';
import { describeReference } from '../../secrets/describe-reference.ts';

type Config = Pick<Options, 'credentials' | 'github'>;

/** All that a config says besides settings, with references in the place of keys. */
export function makeShownConfig({ credentials: { pool, roleWeights, prices }, github }: Config) {
  const all = wireProviders.flatMap((provider) => pool.listOf(provider));
  return {
    credentialsFrom: pool.from,
    credentials: all.map(({ credential, secret }) => ({ ...credential, secret: toText(secret) })),
    roleWeights,
    prices,
    github: { baseUrl: github.baseUrl, token: toText(github.token) },
  };
}

/** One line for each, under the name of its section. */
export function renderShownConfig({ credentials, github }: Config): string[] {
  const { pool, roleWeights, prices } = credentials;
  const all = wireProviders.flatMap((provider) => pool.listOf(provider));
  const origin = pool.from === 'config' ? '' : ' (by the well-known variables)';
  const lines = [
    `credentials${origin}${all.length === 0 ? ': none' : ''}`,
    ...all.map((one) => `  ${renderCredential(one)}`),
    `roleWeights  ${renderPairs(roleWeights) || 'all 1'}`,
    ...(Object.keys(prices).length === 0 ? ['prices  as they are known'] : ['prices']),
    ...Object.entries(prices).map(([model, price]) => `  ${model}  ${renderPairs({ ...price })}`),
    `github  ${github.baseUrl}  token ${toText(github.token) ?? 'none'}`,
  ];
  return lines.map(showSafely);
}

function renderCredential({ credential, secret }: KeyedCredential): string {
  const { name, provider, baseUrl, scope, models, roles, limits, budget } = credential;
  return [
    name,
    provider,
    toText(secret) ?? 'no key',
    baseUrl,
    `scope ${scope}`,
    ...(models === null ? [] : [`models ${models.join(', ')}`]),
    ...(roles === null ? [] : [`roles ${roles.join(', ')}`]),
    ...[renderPairs({ ...limits, ...budget })].filter((text) => text !== ''),
  ].join('  ');
}

/** What is not said is left out. */
function renderPairs(values: Readonly<Record<string, number | null>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return given.map(([key, value]) => `${key} ${value}`).join(', ');
}

/** As it is written in a config; null: there is none. */
function toText(secret: SecretReference | null): string | null {
  if (secret === null) return null;
  const text = describeReference(secret);
  if (secret.kind === 'variable') return `env:${text}`;
  return secret.kind === 'file' ? `file:${text}` : `${text}${secret.args.length === 0 ? '' : ' …'}`;
}
