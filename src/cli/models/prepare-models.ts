import type { CredentialPool } from '../../config/credential-config.ts';
import { listAsking, type RoleSpec, selectCredentials } from '../../config/credential-selection.ts';
import { secretCommandEnvironment } from '../../config/environment.ts';
import type { Options } from '../../config/options.ts';
import type { Credential } from '../../model/credential.ts';
import type { KeyedCredential } from '../../model/secret-reference.ts';
import type { PriceList } from '../../prices/price-list.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { findWeakness } from '../../redaction/unknown-part.ts';
import { describeReference } from '../../secrets/describe-reference.ts';
import type { ReadSecrets, SecretSources } from '../../secrets/load-secrets.ts';
import type { SecretVault } from '../../secrets/secret-vault.ts';
import { emptyCoreDumps } from '../../secrets/wipe-environment.ts';
import { checkPrograms } from '../batch/check-programs.ts';
import { checkWays } from '../proxy-to.ts';
import { hideKeys } from './hide-keys.ts';
import { refuseHopelessBudgets } from './refuse-budgets.ts';

/** All that asking models needs, loaded and known to the redaction; nothing runs yet. */
export interface ModelSetup {
  readonly credentials: readonly Credential[];
  readonly vault: SecretVault;
  readonly roleWeights: Readonly<Record<string, number>>;
  readonly prices: PriceList;
  /** Where the key of a credential is, for messages. */
  keyPlaceOf(credential: string): string;
}

/**
 * Null if none of these roles asks a model through us; an agent by its own login does not. In any case no key is left
 * in the environment. Throws `PROGRAM_MISSING`, `CREDENTIALS_MISSING`, `PROXY_INVALID`, `CREDENTIAL_INVALID`,
 * `PRICE_UNKNOWN` and `BUDGET_TOO_SMALL`, before anything is started.
 */
export async function prepareModels(
  options: Pick<Options, 'credentials' | 'settings' | 'repoDir'>,
  roles: readonly RoleSpec[],
  redaction: Redaction,
): Promise<ModelSetup | null> {
  await checkPrograms(options.repoDir, roles);
  const asking = listAsking(options.settings, roles);
  const selected = selectCredentials(options.credentials.pool, asking);
  checkWays(selected.map(({ credential }) => credential));
  const models = await loadModels(options, selected, redaction);
  if (models !== null) refuseHopelessBudgets({ ...models, settings: options.settings, roles: asking });
  return models;
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
  const places = new Map(selected.map(({ credential, secret }) => [credential.name, describeReference(secret)]));
  const keyPlaceOf = (name: string) => places.get(name) ?? 'no key';
  return { credentials, vault, roleWeights, prices: await openPrices(prices), keyPlaceOf };
}

/** As many of these keys as can be read, and what is wrong with the others. Programs are run if that is wanted. */
export async function readKeys(
  pool: CredentialPool,
  selected: readonly KeyedCredential[],
  redaction: Redaction,
  { runsPrograms }: { readonly runsPrograms: boolean },
): Promise<ReadSecrets> {
  const environment = hideKeys(redaction, pool.variables);
  const { readSecrets } = await import('../../secrets/load-secrets.ts');
  const sources = await openSources(environment);
  const secrets = await readSecrets(selected, runsPrograms ? sources : { ...sources, runCommand: null });
  secrets.vault.registerAll(redaction);
  return secrets;
}

async function openSources(environment: SecretSources['environment']): Promise<SecretSources> {
  emptyCoreDumps();
  const { makeRunCommand } = await import('../../secrets/secret-command.ts');
  return { environment, runCommand: makeRunCommand(secretCommandEnvironment()), findWeakness };
}
