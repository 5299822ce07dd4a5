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

/** Who does what, such as the drafter by `anthropic:MODEL`. */
export interface RoleSpec {
  readonly role: string;
  readonly spec: string;
}

interface Need extends RoleSpec {
  readonly provider: WireProvider;
  readonly model: string;
  /** Whoever writes code with an agent's own tools may also be logged in there; whoever is asked for text is not. */
  readonly isRequired: boolean;
}

/**
 * The credentials of all providers that these need, in the order of the providers. Throws `CREDENTIALS_MISSING` if some
 * of them find none that may be used for their role and model: all of them at once.
 */
export function selectCredentials(pool: CredentialPool, specs: readonly RoleSpec[]): KeyedCredential[] {
  const needs = specs.flatMap(({ role, spec }) => findNeed(role, spec));
  const selected = [...new Set(needs.map(({ provider }) => provider))].flatMap((provider) => pool.listOf(provider));
  const unmet = needs.filter(
    (need) => need.isRequired && !selected.some(({ credential }) => mayServe(credential, need)),
  );
  if (unmet.length === 0) return selected;
  throw new AgentOsError('CREDENTIALS_MISSING', unmet.map((need) => explainMissing(need, pool)).join('\n'));
}

function findNeed(role: string, spec: string): Need[] {
  const asked = askedModelOf(spec);
  if (asked === null) return [];
  const mayLogIn = role === 'agent' && ['claude-cli', 'codex-cli'].includes(schemeOf(spec) ?? '');
  return [{ role, spec, ...asked, isRequired: !mayLogIn }];
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
