import { listAsking, type RoleSpec, selectCredentials } from '../../config/credential-selection.ts';
import type { Options } from '../../config/options.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { Redaction } from '../../redaction/redaction.ts';

/** Why a batch by these roles would be refused for its credentials, one by one. Programs that print keys are not run. */
export async function foreseeCredentials(
  { credentials: { pool }, settings }: Pick<Options, 'credentials' | 'settings'>,
  roles: readonly RoleSpec[],
  redaction: Redaction,
): Promise<string[]> {
  try {
    const selected = selectCredentials(pool, listAsking(settings, roles));
    if (selected.length === 0) return [];
    const { readKeys } = await import('./prepare-models.ts');
    const { troubles } = await readKeys(pool, selected, redaction, { runsPrograms: false });
    return Array.from(troubles.values(), ({ message }) => message);
  } catch (error) {
    if (error instanceof AgentOsError && error.code === 'CREDENTIALS_MISSING') return error.message.split('\n');
    throw error;
  }
}
