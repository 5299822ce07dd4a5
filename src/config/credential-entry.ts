import { findClosest } from '../model/closest.ts';
import {
  type Credential,
  isWireProvider,
  type KnownLimits,
  type WireProvider,
  wireProviders,
} from '../model/credential.ts';
import { limitNames, makeLimits, unknownLimits } from '../model/known-limits.ts';
import type { KeyedCredential, SecretReference } from '../model/secret-reference.ts';
import { baseUrlOf, ownServers } from './credential-base-url.ts';
import { beginsLikeKey, looksLikeKey, mayBeKey } from './credential-likeness.ts';
import { explainReference, isNothing, parseSecretReference, type ReferencePlace } from './credential-reference.ts';
import { adviseOnRoles, isRole } from './credential-roles.ts';
import type { Expected, Section } from './credential-section.ts';
import { choice, usdAmount, wholeNumber } from './kinds.ts';

const keys = ['provider', 'secret', 'baseUrl', 'scope', 'models', 'roles', 'limits', 'budget'];
const count = wholeNumber(1, 1_000_000_000_000);
const provider: Expected<WireProvider> = {
  ...choice(...wireProviders),
  explain(data) {
    const closest = typeof data === 'string' ? findClosest(data, wireProviders) : null;
    return closest === null ? null : `must be one of ${wireProviders.join(', ')}; did you mean "${closest}"?`;
  },
};

/** What stands under one name. */
export function readCredential(section: Section, name: string, place: ReferencePlace): KeyedCredential {
  section.refuseOthers(keys);
  const whose = section.need('provider', provider);
  const baseUrl = section.read('baseUrl', baseUrlOf(whose)) ?? ownServers[whose];
  if (baseUrl === null) throw section.complain('baseUrl', `is missing: it must be ${baseUrlOf(whose).expects}`);
  const reference = referenceFrom(place);
  const secret = whose === 'openai-compatible' ? section.read('secret', reference) : section.need('secret', reference);
  const credential = {
    name,
    provider: whose,
    baseUrl,
    scope: section.read('scope', word('a name for what the provider counts')) ?? name,
    models: section.read('models', modelNames),
    roles: section.read('roles', roleNames),
    limits: readLimits(section),
    budget: readBudget(section),
  };
  return { credential, secret };
}

function referenceFrom(place: ReferencePlace): Expected<SecretReference> {
  return {
    expects: 'a reference and never the key itself: "env:NAME", "file:PATH" or "cmd:PROGRAM ARGS"',
    fromData: (data) => (typeof data === 'string' ? readReference(data, place) : undefined),
    explain: (data) => (typeof data === 'string' ? explainReference(data) : null),
  };
}

/** `file:KEY` would be told as a file that is not there, by its name. */
function readReference(text: string, place: ReferencePlace): SecretReference | undefined {
  const isBare = !/[\s/]/.test(text);
  if (beginsLikeKey(text) || (isBare && looksLikeKey(text))) return undefined;
  const reference = parseSecretReference(text, place);
  const isDisguise = reference !== null && isBare && mayBeKey(text) && isNothing(reference, place);
  return reference === null || isDisguise ? undefined : reference;
}

function readLimits(outer: Section): KnownLimits {
  if (!outer.keys.includes('limits')) return unknownLimits;
  const section = outer.inner('limits');
  section.refuseOthers(limitNames);
  return makeLimits((name) => section.read(name, count));
}

function readBudget(outer: Section): Credential['budget'] {
  if (!outer.keys.includes('budget')) return { usdPerDay: null, tokensPerDay: null };
  const section = outer.inner('budget');
  section.refuseOthers(['usdPerDay', 'tokensPerDay']);
  return { usdPerDay: section.read('usdPerDay', usdAmount), tokensPerDay: section.read('tokensPerDay', count) };
}

/** A name as providers and people give them; no key. */
function word(expects: string): Expected<string> {
  return { expects, fromData: (data) => (typeof data === 'string' && isName(data) ? data : undefined) };
}

const modelNames: Expected<readonly string[]> = {
  expects: 'a list of model names, none twice',
  fromData: (data) => (isNameList(data) && !data.some(hasProvider) ? data : undefined),
  explain(data) {
    if (!isNameList(data) || !data.some(hasProvider)) return null;
    return 'must be a list of model names without their provider, such as "MODEL" instead of "anthropic:MODEL"';
  },
};

/** Of a server that speaks like another, names may have a colon in them. */
function hasProvider(model: string): boolean {
  return isWireProvider(model.slice(0, Math.max(0, model.indexOf(':'))));
}

const roleNames: Expected<readonly string[]> = {
  expects: 'a list of roles, none twice',
  fromData: (data) => (isNameList(data) && data.every(isRole) ? data : undefined),
  explain: (data) => (isNameList(data) ? `must be a list of roles: ${adviseOnRoles(data)}` : null),
};

function isNameList(list: unknown): list is readonly string[] {
  return Array.isArray(list) && list.length > 0 && new Set(list).size === list.length && list.every(isName);
}

function isName(data: unknown): data is string {
  return typeof data === 'string' && /^[\w][\w.:@/+-]{0,127}$/.test(data) && !looksLikeKey(data);
}
