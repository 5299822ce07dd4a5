import { askedModelOf } from '../model/asked-model.ts';
import { type WireProvider, wireProviders } from '../model/credential.ts';
import { mayServe } from '../model/eligibility.ts';
import { AgentOsError } from '../model/errors.ts';
import type { KeyedCredential } from '../model/secret-reference.ts';
import { schemeOf } from '../model/spec.ts';
import { showSafely } from '../model/text.ts';
import type { CredentialPool } from './credential-config.ts';
import { mayBeKey } from './credential-likeness.ts';
import { wellKnown } from './credential-names.ts';
import type { SettingValues } from './settings.ts';

/** Who does what, such as the drafter by `anthropic:MODEL`. */
export interface RoleSpec {
  readonly role: string;
  readonly spec: string;
}

interface Need extends RoleSpec {
  readonly provider: WireProvider;
  readonly model: string;
}

/** Those that ask models through us, if they ask any: an agent by its own login does not. */
export function listAsking(
  { agentAuth }: Pick<SettingValues, 'agentAuth'>,
  roles: readonly RoleSpec[],
): readonly RoleSpec[] {
  return roles.filter(({ role }) => role !== 'agent' || agentAuth !== 'login');
}

/**
 * The credentials of all providers that these need, in the order of the needs. Whoever has a login of its own is not
 * asked about here. Throws `CREDENTIALS_MISSING` if some
 * of them find none that may be used for their role and model: all of them at once.
 */
export function selectCredentials(pool: CredentialPool, specs: readonly RoleSpec[]): KeyedCredential[] {
  const needs = specs.flatMap(({ role, spec }) => findNeed(role, spec));
  const open = specs.filter(({ spec }) => schemeOf(spec) === 'acp');
  const forOpen = wireProviders.filter((provider) => open.some(({ role }) => listFor(pool, provider, role).length > 0));
  const providers = new Set([...needs.map(({ provider }) => provider), ...forOpen]);
  const selected = [...providers].flatMap((provider) => pool.listOf(provider));
  const unmet = needs.filter((need) => !selected.some(({ credential }) => mayServe(credential, need)));
  const unserved = forOpen.length > 0 ? [] : open;
  if (unmet.length + unserved.length === 0) return selected;
  const reasons = [
    ...unmet.map((need) => explainMissing(need, pool)),
    ...unserved.map((spec) => explainUnserved(spec, pool)),
  ];
  throw new AgentOsError('CREDENTIALS_MISSING', reasons.join('\n'));
}

/** What somebody else's agent may use: it does not say beforehand which model it asks. */
function listFor(pool: CredentialPool, provider: WireProvider, role: string): KeyedCredential[] {
  return pool.listOf(provider).filter(({ credential: { roles } }) => roles === null || roles.includes(role));
}

function explainUnserved({ role, spec }: RoleSpec, pool: CredentialPool): string {
  const naming = 'name one that agents may use under "credentials" in your config';
  const variables = Object.values(wellKnown).flatMap(({ keys }) => keys);
  const advice = pool.from === 'environment' ? `set one of ${variables.join(', ')}, or ${naming}` : naming;
  return showSafely(`${role} ${spec} has no credential: ${advice}`);
}

function findNeed(role: string, spec: string): Need[] {
  const asked = askedModelOf(spec);
  if (asked === null) return [];
  return [{ role, spec, ...asked }];
}

function explainMissing({ role, spec, provider, model: asked }: Need, pool: CredentialPool): string {
  const model = mayBeKey(asked) ? '…' : asked;
  const hasOthers = pool.listOf(provider).length > 0;
  const what = hasOthers
    ? `none of your credentials of ${provider} may be used by the ${role} for ${model}; see their "models" and "roles"`
    : adviseOn(provider, pool);
  return showSafely(`${role} ${spec.replace(asked, () => model)} has no credential: ${what}`);
}

function adviseOn(provider: WireProvider, pool: CredentialPool): string {
  const naming = `name one of provider "${provider}" under "credentials" in your config`;
  if (provider === 'openai-compatible') return `${naming}, with its "baseUrl"`;
  const variables = wellKnown[provider].keys.join(' or ');
  if (pool.from === 'environment') return `set ${variables}, or ${naming}`;
  const isEmpty = wireProviders.every((one) => pool.listOf(one).length === 0);
  if (isEmpty) return `"credentials" in your config is empty: take it out and set ${variables}, or ${naming}`;
  return `${naming}; as it names others, ${variables} is not looked at`;
}
