import type { Credential, KnownLimits } from '../model/credential.ts';
import { makeLimits } from '../model/known-limits.ts';
import type { KeyedCredential } from '../model/secret-reference.ts';
import type { Section } from './credential-section.ts';

/** Limits are of the quota scope: what one of its credentials says holds for all, and none may say another thing. */
export function joinScopes(section: Section, all: readonly KeyedCredential[]): KeyedCredential[] {
  const scopes = Map.groupBy(all, ({ credential }) => credential.scope);
  for (const members of scopes.values())
    refuseForeign(
      section,
      members.map(({ credential }) => credential),
    );
  return all.map((keyed) => {
    const members = (scopes.get(keyed.credential.scope) ?? []).map(({ credential }) => credential);
    return { ...keyed, credential: { ...keyed.credential, limits: joinLimits(section, members) } };
  });
}

function refuseForeign(section: Section, [first, ...others]: readonly Credential[]): void {
  const foreign = others.find(({ provider }) => provider !== first?.provider);
  if (foreign === undefined || first === undefined) return;
  const what = `is in the scope of ${first.name}, which is of ${first.provider}: a scope is of one provider`;
  throw section.complain(foreign.name, what);
}

function joinLimits(section: Section, members: readonly Credential[]): KnownLimits {
  return makeLimits((name) => {
    const [first, ...others] = members.filter(({ limits }) => limits[name] !== null);
    const rival = others.find(({ limits }) => limits[name] !== first?.limits[name]);
    if (rival === undefined || first === undefined) return first?.limits[name] ?? null;
    const what = `has another ${name} than ${first.name} in its scope: limits are of the scope, give them once`;
    throw section.complain(rival.name, what);
  });
}
