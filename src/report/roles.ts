import type { BatchStarted } from '../model/event.ts';
import { schemeOf } from '../model/spec.ts';

const rolesOf = {
  requirements: ['drafter', 'reviewer'],
  implement: ['agent', 'reviewer'],
  run: ['drafter', 'reviewer', 'agent'],
} as const;

type Begun = Pick<BatchStarted, 'workflow' | 'settings'>;

/** Who does the work of a batch. */
export function listRoles({ workflow, settings }: Begun): { readonly role: string; readonly spec: string }[] {
  return rolesOf[workflow].flatMap((role) => {
    const spec = settings[role];
    return typeof spec === 'string' ? [{ role, spec }] : [];
  });
}

/** No model takes part. */
export function isOffline(started: Begun): boolean {
  const roles = listRoles(started);
  return roles.length > 0 && roles.every(({ spec }) => schemeOf(spec) === 'offline');
}
