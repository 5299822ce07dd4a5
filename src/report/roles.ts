import type { BatchStarted } from '../model/event.ts';
import { schemeOf } from '../model/spec.ts';

const rolesOf = { requirements: ['drafter', 'reviewer'], implement: ['agent'] } as const;

/** Who does the work of a batch. */
export function listRoles({ workflow, settings }: BatchStarted): { readonly role: string; readonly spec: string }[] {
  return rolesOf[workflow].flatMap((role) => {
    const spec = settings[role];
    return typeof spec === 'string' ? [{ role, spec }] : [];
  });
}

/** No model takes part. */
export function isOffline(started: BatchStarted): boolean {
  const roles = listRoles(started);
  return roles.length > 0 && roles.every(({ spec }) => schemeOf(spec) === 'offline');
}
