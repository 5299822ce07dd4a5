import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Options, resolveOptions } from '../../config/options.ts';
import { checkCredential } from '../../gateway/check-credential.ts';
import { type Credential, wireProviders } from '../../model/credential.ts';
import type { Trouble } from '../../model/exchange.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { PoolSnapshot } from '../../model/pool-snapshot.ts';
import type { KeyedCredential } from '../../model/secret-reference.ts';
import { renderJson } from '../../model/text.ts';
import { systemClock } from '../../parallel/clock.ts';
import { CredentialCoordinator } from '../../parallel/credential-coordinator.ts';
import { MemoryStore } from '../../parallel/credentials/memory-store.ts';
import { type CheckedKey, isRefused, makeCredentialsJson, renderCredentials } from '../../report/credentials.ts';
import type { SecretVault } from '../../secrets/secret-vault.ts';
import { openCredentialStore } from '../../store/credential-store.ts';
import type { CredentialsFlags } from '../batch-flags.ts';
import { announce, type Door, print } from '../door.ts';
import { readKeys } from '../models/prepare-models.ts';
import { evaluateModule } from '../workers.ts';

const checkLimitMs = 30_000;

/** Which credentials there are, how they stand and what they cost. */
export async function printCredentials(door: Door, flags: CredentialsFlags): Promise<ExitCode> {
  const { repo, config } = flags;
  const options = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: evaluateModule });
  for (const warning of options.warnings) announce(door, warning);
  const snapshot = readPool(options);
  const checked = flags.check ? await checkAll(options, door) : [];
  if (flags.json) print(door, renderJson(makeCredentialsJson(snapshot, checked)));
  else print(door, `${renderCredentials(snapshot, checked).join('\n')}\n`);
  return exitCodeOfChecks(checked);
}

function listAll({ credentials: { pool } }: Options): KeyedCredential[] {
  return wireProviders.flatMap((provider) => pool.listOf(provider));
}

/** As the last batch left it, or as the running one has it. Looking makes no file. */
function readPool(options: Options): PoolSnapshot {
  const { settings, credentials: config } = options;
  const credentials = listAll(options).map(({ credential }) => credential);
  const { roleWeights } = config;
  const path = join(settings.baseDir, 'credentials.db');
  using store = existsSync(path) ? openCredentialStore(path, { mayRepair: false }) : new MemoryStore();
  const shared = { clock: systemClock, random: Math.random, owner: randomUUID() };
  using coordinator = new CredentialCoordinator({ credentials, roleWeights, store, ...shared });
  return coordinator.snapshot();
}

/** One after the other: nobody waits long, and no limit is touched. */
async function checkAll(options: Options, { redaction }: Door): Promise<CheckedKey[]> {
  const all = listAll(options);
  const { vault, troubles } = await readKeys(options.credentials.pool, all, redaction);
  const checked: CheckedKey[] = [];
  for (const { credential } of all) {
    const { name } = credential;
    const unreadable = troubles.get(name);
    if (unreadable !== undefined) checked.push({ name, trouble: { kind: 'unreadable', message: unreadable.message } });
    else checked.push({ name, trouble: await checkOne(credential, vault) });
  }
  return checked;
}

async function checkOne(credential: Credential, vault: SecretVault): Promise<Trouble | null> {
  const signal = AbortSignal.timeout(checkLimitMs);
  return await checkCredential(credential, vault.open(credential.name), { now: Date.now, signal });
}

/** Of a network or a provider in trouble nobody learns whether a key is good: that is not the key's fault. */
function exitCodeOfChecks(checked: readonly CheckedKey[]): ExitCode {
  if (checked.some(isRefused)) return exitCodes.credentials;
  return checked.every(({ trouble }) => trouble === null) ? exitCodes.done : exitCodes.failed;
}
