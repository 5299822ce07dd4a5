import { type RoleSpec, selectCredentials } from '../../config/credential-selection.ts';
import { secretCommandEnvironment, takeKeyVariables } from '../../config/environment.ts';
import type { Options } from '../../config/options.ts';
import type { Credential } from '../../model/credential.ts';
import type { KeyedCredential } from '../../model/secret-reference.ts';
import type { PriceList } from '../../prices/price-list.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { SecretVault } from '../../secrets/secret-vault.ts';
import { wipeEnvironment } from '../../secrets/wipe-environment.ts';

/** All that asking models needs, loaded and known to the redaction; nothing runs yet. */
export interface ModelSetup {
  readonly credentials: readonly Credential[];
  readonly vault: SecretVault;
  readonly roleWeights: Readonly<Record<string, number>>;
  readonly prices: PriceList;
}

/**
 * Null if none of these roles asks a model through us. In any case no key is left in the environment. Throws
 * `CREDENTIALS_MISSING` and `CREDENTIAL_INVALID`, before anything is started.
 */
export async function prepareModels(
  options: Pick<Options, 'credentials'>,
  roles: readonly RoleSpec[],
  redaction: Redaction,
): Promise<ModelSetup | null> {
  const selected = selectCredentials(options.credentials.pool, roles);
  return await loadModels(options, selected, redaction);
}

export async function loadModels(
  { credentials: { pool, roleWeights, prices } }: Pick<Options, 'credentials'>,
  selected: readonly KeyedCredential[],
  redaction: Redaction,
): Promise<ModelSetup | null> {
  const environment = takeKeyVariables(pool.variables);
  wipeEnvironment(Object.keys(environment));
  if (selected.length === 0) return null;
  const [{ loadSecrets }, { makeRunCommand }, { openPrices }] = await Promise.all([
    import('../../secrets/load-secrets.ts'),
    import('../../secrets/secret-command.ts'),
    import('../../prices/price-list.ts'),
  ]);
  const runCommand = makeRunCommand(secretCommandEnvironment());
  const vault = await loadSecrets(selected, { environment, runCommand });
  vault.registerAll(redaction);
  const credentials = selected.map(({ credential }) => credential);
  return { credentials, vault, roleWeights, prices: await openPrices(prices) };
}
