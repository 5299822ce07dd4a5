import { findClosest } from '../model/closest.ts';
import { mayBeKey } from './credential-likeness.ts';

/** Who asks models. */
const roles = ['drafter', 'reviewer', 'agent'] as const;

export function isRole(name: string): boolean {
  return roles.some((role) => role === name);
}

/** Which there are, and which of these names was probably meant for one. */
export function adviseOnRoles(names: readonly string[]): string {
  const known = `there are ${roles.join(', ')}`;
  const wrong = names.find((name) => !isRole(name));
  const closest = wrong === undefined || mayBeKey(wrong) ? null : findClosest(wrong, roles);
  return closest === null ? known : `${known}; did you mean "${closest}"?`;
}
