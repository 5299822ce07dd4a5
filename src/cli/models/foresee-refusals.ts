import { listAsking, type RoleSpec, selectCredentials } from '../../config/credential-selection.ts';
import type { Options } from '../../config/options.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { KeyedCredential } from '../../model/secret-reference.ts';
import type { BatchWorkflow } from '../../model/task.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { listRoles } from '../../report/roles.ts';
import { checkPrograms } from '../batch/check-programs.ts';
import { checkScripts } from '../batch/check-scripts.ts';
import { refuseUnfit } from '../batch/prepare-workshop.ts';
import { checkWays } from '../proxy-to.ts';

type ModelOptions = Pick<Options, 'credentials' | 'settings' | 'repoDir'>;

/**
 * Why a batch by these roles would be refused before it starts, one by one: roles that do not fit, programs and scripts
 * that are not there, credentials, proxies, budgets. Programs that print keys are not run.
 */
export async function foreseeRefusals(
  options: ModelOptions,
  workflow: BatchWorkflow,
  redaction: Redaction,
): Promise<string[]> {
  const { repoDir, settings, credentials } = options;
  const roles = listRoles({ workflow, settings });
  const asking = listAsking(settings, roles);
  const selected: KeyedCredential[] = [];
  return [
    ...(await listRefusals(() => refuseUnfit(settings, workflow))),
    ...(await listRefusals(async () => await checkPrograms(repoDir, roles))),
    ...(await listRefusals(async () => await checkScripts(repoDir, roles))),
    ...(await listRefusals(() => void selected.push(...selectCredentials(credentials.pool, asking)))),
    ...(await listRefusals(() => checkWays(selected.map(({ credential }) => credential)))),
    ...(selected.length === 0 ? [] : await listKeyTroubles(options, selected, redaction)),
    ...(selected.length === 0 ? [] : await listRefusals(async () => await refuseBudgets(options, selected, asking))),
  ];
}

/** What is thrown may have a line for each reason. */
async function listRefusals(check: () => Promise<void> | void): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof AgentOsError) return error.message.split('\n');
    throw error;
  }
}

async function listKeyTroubles(
  { credentials: { pool } }: ModelOptions,
  selected: readonly KeyedCredential[],
  redaction: Redaction,
): Promise<string[]> {
  const { readKeys } = await import('./prepare-models.ts');
  const { troubles } = await readKeys(pool, selected, redaction, { runsPrograms: false });
  return Array.from(troubles.values(), ({ message }) => message);
}

async function refuseBudgets(
  { credentials, settings }: ModelOptions,
  selected: readonly KeyedCredential[],
  roles: readonly RoleSpec[],
): Promise<void> {
  const [{ refuseHopelessBudgets }, { openPrices }] = await Promise.all([
    import('./refuse-budgets.ts'),
    import('../../prices/price-list.ts'),
  ]);
  const prices = await openPrices(credentials.prices);
  refuseHopelessBudgets({ prices, credentials: selected.map(({ credential }) => credential), settings, roles });
}
