import { type Credential, isWireProvider, type WireProvider } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { KeyedCredential } from '../model/secret-reference.ts';
import { schemeOf } from '../model/spec.ts';
import { showSafely } from '../model/text.ts';
import type { CredentialPool } from './credential-config.ts';
import { wellKnown } from './credential-names.ts';

/** Who does what, such as the drafter by `anthropic:MODEL`. */
export interface RoleSpec {
  readonly role: string;
  readonly spec: string;
}

interface Need extends RoleSpec {
  readonly provider: WireProvider;
  readonly model: string;
  /** An agent may also be logged in by itself. */
  readonly isRequired: boolean;
}

/**
 * The credentials of all providers that these need, in the order of the providers. Throws `CREDENTIALS_MISSING` if one
 * of them finds none that may be used for its role and model.
 */
export function selectCredentials(pool: CredentialPool, specs: readonly RoleSpec[]): KeyedCredential[] {
  const needs = specs.flatMap(({ role, spec }) => findNeed(role, spec, spec));
  const selected = [...new Set(needs.map(({ provider }) => provider))].flatMap((provider) => pool.listOf(provider));
  const unmet = needs.find((need) => need.isRequired && !selected.some(({ credential }) => serves(credential, need)));
  if (unmet !== undefined) throw missing(unmet, pool);
  return selected;
}

const agentProviders: Readonly<Record<string, WireProvider>> = { 'claude-cli': 'anthropic', 'codex-cli': 'openai' };

/** `model:` wraps the spec of a provider. */
function findNeed(role: string, spec: string, whole: string): Need[] {
  const scheme = schemeOf(spec);
  if (scheme === null) return [];
  const rest = spec.slice(scheme.length + 1);
  if (scheme === 'model') return findNeed(role, rest, whole);
  const provider = isWireProvider(scheme) ? scheme : agentProviders[scheme];
  return provider === undefined ? [] : [{ role, spec: whole, provider, model: rest, isRequired: provider === scheme }];
}

function serves({ provider, models, roles }: Credential, need: Need): boolean {
  return (
    provider === need.provider &&
    (models === null || models.includes(need.model)) &&
    (roles === null || roles.includes(need.role))
  );
}

function missing({ role, spec, provider, model }: Need, pool: CredentialPool): AgentOsError {
  const hasOthers = pool.listOf(provider).length > 0;
  const what = hasOthers
    ? `none of your credentials of ${provider} may be used by the ${role} for ${model}; see their "models" and "roles"`
    : adviseOn(provider, pool.from);
  return new AgentOsError('CREDENTIALS_MISSING', showSafely(`${role} ${spec} has no credential: ${what}`));
}

function adviseOn(provider: WireProvider, from: CredentialPool['from']): string {
  const naming = `name one of provider "${provider}" under "credentials" in your config`;
  if (provider === 'openai-compatible') return `${naming}, with its "baseUrl"`;
  const variables = wellKnown[provider].keys.join(' or ');
  if (from === 'environment') return `set ${variables}, or ${naming}`;
  return `${naming}; as it names others, ${variables} is not looked at`;
}
