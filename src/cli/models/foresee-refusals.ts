import { listAsking, type RoleSpec, selectCredentials } from '../../config/credential-selection.ts';
import type { Options } from '../../config/options.ts';
import type { Credential } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { Redaction } from '../../redaction/redaction.ts';

type ModelOptions = Pick<Options, 'credentials' | 'settings'>;

/** Why a batch by these roles would be refused for its credentials or its budgets, one by one. Programs that print keys are not run. */
export async function foreseeRefusals(
  options: ModelOptions,
  roles: readonly RoleSpec[],
  redaction: Redaction,
): Promise<string[]> {
  const { pool } = options.credentials;
  const asking = listAsking(options.settings, roles);
  try {
    const selected = selectCredentials(pool, asking);
    if (selected.length === 0) return [];
    const { readKeys } = await import('./prepare-models.ts');
    const { troubles } = await readKeys(pool, selected, redaction, { runsPrograms: false });
    const credentials = selected.map(({ credential }) => credential);
    return [...Array.from(troubles.values(), toMessage), ...(await foreseeBudgets(options, credentials, asking))];
  } catch (error) {
    if (error instanceof AgentOsError && error.code === 'CREDENTIALS_MISSING') return error.message.split('\n');
    throw error;
  }
}

async function foreseeBudgets(
  { credentials: { prices }, settings }: ModelOptions,
  credentials: readonly Credential[],
  roles: readonly RoleSpec[],
): Promise<string[]> {
  const [{ refuseHopelessBudgets }, { openPrices }] = await Promise.all([
    import('./refuse-budgets.ts'),
    import('../../prices/price-list.ts'),
  ]);
  try {
    refuseHopelessBudgets({ prices: await openPrices(prices), credentials, settings, roles });
    return [];
  } catch (error) {
    if (error instanceof AgentOsError) return [error.message];
    throw error;
  }
}

function toMessage({ message }: { readonly message: string }): string {
  return message;
}
