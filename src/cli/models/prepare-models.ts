import type { CredentialPool } from '../../config/credential-config.ts';
import { type RoleSpec, selectCredentials } from '../../config/credential-selection.ts';
import { secretCommandEnvironment } from '../../config/environment.ts';
import type { Options } from '../../config/options.ts';
import { askedModelOf } from '../../model/asked-model.ts';
import type { Credential } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { KeyedCredential } from '../../model/secret-reference.ts';
import { showSafely } from '../../model/text.ts';
import type { PriceList } from '../../prices/price-list.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { ReadSecrets, SecretSources } from '../../secrets/load-secrets.ts';
import type { SecretVault } from '../../secrets/secret-vault.ts';
import { emptyCoreDumps } from '../../secrets/wipe-environment.ts';
import { isBudgeted } from '../batch/budget.ts';
import { checkPrograms } from '../batch/check-programs.ts';
import { hideKeys } from './hide-keys.ts';

/** All that asking models needs, loaded and known to the redaction; nothing runs yet. */
export interface ModelSetup {
  readonly credentials: readonly Credential[];
  readonly vault: SecretVault;
  readonly roleWeights: Readonly<Record<string, number>>;
  readonly prices: PriceList;
}

/**
 * Null if none of these roles asks a model through us. In any case no key is left in the environment. Throws
 * `PROGRAM_MISSING`, `CREDENTIALS_MISSING` and `CREDENTIAL_INVALID`, before anything is started.
 */
export async function prepareModels(
  options: Pick<Options, 'credentials' | 'settings' | 'repoDir'>,
  roles: readonly RoleSpec[],
  redaction: Redaction,
): Promise<ModelSetup | null> {
  await checkPrograms(options.repoDir, roles);
  const selected = selectCredentials(options.credentials.pool, roles);
  const models = await loadModels(options, selected, redaction);
  if (models !== null && isBudgeted(options.settings)) refuseUnknownPrices(models.prices, roles);
  return models;
}

/** What nobody can price cannot be held to a budget: every call would be refused. */
function refuseUnknownPrices(prices: PriceList, roles: readonly RoleSpec[]): void {
  for (const { role, spec } of roles) {
    const asked = askedModelOf(spec);
    if (asked === null) continue;
    if (prices.estimateUsd(asked.provider, asked.model, { input: 1, output: 1 }) !== null) continue;
    const advice = `give it under "prices" in your config, or leave out --budget and --task-budget`;
    throw new AgentOsError('PRICE_UNKNOWN', `${role} ${showSafely(spec)} has no known price: ${advice}`);
  }
}

export async function loadModels(
  { credentials: { pool, roleWeights, prices } }: Pick<Options, 'credentials'>,
  selected: readonly KeyedCredential[],
  redaction: Redaction,
): Promise<ModelSetup | null> {
  const environment = hideKeys(redaction, pool.variables);
  if (selected.length === 0) return null;
  const [{ loadSecrets }, { openPrices }] = await Promise.all([
    import('../../secrets/load-secrets.ts'),
    import('../../prices/price-list.ts'),
  ]);
  const vault = await loadSecrets(selected, await openSources(environment));
  vault.registerAll(redaction);
  const credentials = selected.map(({ credential }) => credential);
  return { credentials, vault, roleWeights, prices: await openPrices(prices) };
}

/** As many of these keys as can be read, and what is wrong with the others. */
export async function readKeys(
  pool: CredentialPool,
  selected: readonly KeyedCredential[],
  redaction: Redaction,
): Promise<ReadSecrets> {
  const environment = hideKeys(redaction, pool.variables);
  const { readSecrets } = await import('../../secrets/load-secrets.ts');
  const secrets = await readSecrets(selected, await openSources(environment));
  secrets.vault.registerAll(redaction);
  return secrets;
}

async function openSources(environment: SecretSources['environment']): Promise<SecretSources> {
  emptyCoreDumps();
  const { makeRunCommand } = await import('../../secrets/secret-command.ts');
  return { environment, runCommand: makeRunCommand(secretCommandEnvironment()) };
}
