import { dirname } from 'node:path';
import { isWireProvider, type WireProvider } from '../model/credential.ts';
import type { KeyedCredential } from '../model/secret-reference.ts';
import type { ConfigFile } from './config-file.ts';
import { readCredential } from './credential-entry.ts';
import { looksLikeKey } from './credential-likeness.ts';
import type { ReferencePlace } from './credential-reference.ts';
import { adviseOnRoles, isRole } from './credential-roles.ts';
import { joinScopes } from './credential-scopes.ts';
import { type Expected, Section } from './credential-section.ts';
import { listFromVariables, type Variables } from './credential-variables.ts';
import { tellNamedKeys } from './credential-watch.ts';

/** The keys of a config that are about credentials. */
export const credentialKeys = ['credentials', 'roleWeights', 'prices'] as const;

export interface CredentialConfig {
  readonly pool: CredentialPool;
  /** How roles share what all of them want. */
  readonly roleWeights: Readonly<Record<string, number>>;
  /** By `provider:model`. */
  readonly prices: Readonly<Record<string, ConfiguredPrice>>;
}

/** Who may be asked with what. No secret is in it. */
export interface CredentialPool {
  /** With `credentials` in the config well-known variables are not looked at. */
  readonly from: 'config' | 'environment';
  /** The variables that the config names. */
  readonly variables: readonly string[];
  /** The files of keys that it names, absolute. */
  readonly files: readonly string[];
  /** Throws `CREDENTIAL_INVALID` for a well-known variable that makes no sense. */
  listOf(provider: WireProvider): readonly KeyedCredential[];
}

/** In USD. */
interface ConfiguredPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  readonly cacheReadPerMillion?: number;
  readonly cacheWritePerMillion?: number;
}

/** Contract: throws `CONFIG_INVALID` with file, line and name, and shows no text that might be a key. */
export function resolveCredentialConfig(file: ConfigFile | null, environment: Variables): CredentialConfig {
  tellNamedKeys(file?.data['credentials']);
  const open = (key: string) =>
    file !== null && Object.hasOwn(file.data, key) ? new Section(file, [key], file.data[key]) : null;
  const [credentials, weights, prices] = [open('credentials'), open('roleWeights'), open('prices')];
  const place = {
    folder: file === null ? '/' : dirname(file.path),
    home: environment['HOME'] ?? null,
    hasVariable: (name: string) => environment[name] !== undefined,
  };
  return {
    pool:
      credentials === null
        ? {
            from: 'environment',
            variables: [],
            files: [],
            listOf: (provider) => listFromVariables(provider, environment),
          }
        : makePool(readCredentials(credentials, place)),
    roleWeights: weights === null ? {} : readWeights(weights),
    prices: prices === null ? {} : readPrices(prices),
  };
}

function makePool(all: readonly KeyedCredential[]): CredentialPool {
  return {
    from: 'config',
    variables: all.flatMap(({ secret }) => (secret?.kind === 'variable' ? [secret.variable] : [])),
    files: all.flatMap(({ secret }) => (secret?.kind === 'file' ? [secret.path] : [])),
    listOf: (provider) => all.filter(({ credential }) => credential.provider === provider),
  };
}

function readCredentials(section: Section, place: ReferencePlace): KeyedCredential[] {
  const all = section.keys.map((name) => {
    if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) || looksLikeKey(name))
      throw section.complain(name, 'must be a name of small letters, digits and . _ -, and never the key itself');
    return readCredential(section.inner(name), name, place);
  });
  return joinScopes(section, all);
}

function readWeights(section: Section): Record<string, number> {
  const weight = positive('a weight above 0, such as 2', 1e-3, 1e6);
  return Object.fromEntries(
    section.keys.map((role) => {
      if (!isRole(role)) throw section.complain(role, `is no role: ${adviseOnRoles([role])}`);
      return [role, section.need(role, weight)];
    }),
  );
}

const price = positive('a price in USD for a million tokens, such as 2.5', 0, 1e6);

function readPrices(section: Section): Record<string, ConfiguredPrice> {
  return Object.fromEntries(
    section.keys.map((spec) => {
      const provider = spec.slice(0, Math.max(0, spec.indexOf(':')));
      if (!isWireProvider(provider) || spec.length === provider.length + 1 || looksLikeKey(spec))
        throw section.complain(spec, 'must be a provider and a model, such as anthropic:MODEL');
      return [spec, readPrice(section.inner(spec))];
    }),
  );
}

function readPrice(section: Section): ConfiguredPrice {
  section.refuseOthers(['inputPerMillion', 'outputPerMillion', 'cacheReadPerMillion', 'cacheWritePerMillion']);
  const cacheReadPerMillion = section.read('cacheReadPerMillion', price);
  const cacheWritePerMillion = section.read('cacheWritePerMillion', price);
  return {
    inputPerMillion: section.need('inputPerMillion', price),
    outputPerMillion: section.need('outputPerMillion', price),
    ...(cacheReadPerMillion === null ? {} : { cacheReadPerMillion }),
    ...(cacheWritePerMillion === null ? {} : { cacheWritePerMillion }),
  };
}

function positive(expects: string, least: number, most: number): Expected<number> {
  return {
    expects,
    fromData: (data) => (typeof data === 'number' && data >= least && data <= most ? data : undefined),
  };
}
