import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wellKnown } from '../../config/credential-names.ts';
import { type Options, resolveOptions } from '../../config/options.ts';
import { checkCredential } from '../../gateway/check-credential.ts';
import { type Credential, wireProviders } from '../../model/credential.ts';
import type { Trouble } from '../../model/exchange.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { isInside } from '../../model/paths.ts';
import type { KeyedCredential } from '../../model/secret-reference.ts';
import { renderJson } from '../../model/text.ts';
import { systemClock } from '../../parallel/clock.ts';
import { CredentialCoordinator } from '../../parallel/credential-coordinator.ts';
import { MemoryStore } from '../../parallel/credentials/memory-store.ts';
import { type CheckedKey, isRefused, type KeyState, showPool } from '../../report/credential-states.ts';
import { makeCredentialsJson, renderCredentials } from '../../report/credentials.ts';
import type { ReadSecrets } from '../../secrets/load-secrets.ts';
import { openCredentialStore } from '../../store/credential-store.ts';
import { listBatches } from '../../store/journal-reader.ts';
import { isBatchRunning } from '../batch/find-batch.ts';
import type { CredentialsFlags } from '../batch-flags.ts';
import { announce, type Door, print } from '../door.ts';
import { readKeys } from '../models/prepare-models.ts';
import { findLeastCall } from '../models/reserved-call.ts';
import { checkWays, proxyTo } from '../proxy-to.ts';
import { evaluateModule } from '../workers.ts';

const checkLimitMs = 30_000;

/** Which credentials there are, how they stand and what they cost. */
export async function printCredentials(door: Door, flags: CredentialsFlags): Promise<ExitCode> {
  const { repo, config } = flags;
  const isCheck = flags.check ?? false;
  const options = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: evaluateModule });
  for (const warning of options.warnings) announce(door, warning);
  const all = listAll(options);
  if (all.length === 0) announce(door, adviseOnNone(options));
  const secrets = await readKeys(options.credentials.pool, all, door.redaction, { runsPrograms: isCheck });
  if (isCheck) checkWays(all.map(({ credential }) => credential));
  const checked = isCheck ? await checkAll(all, secrets) : [];
  acceptKeys(options, checked);
  const pool = showPool(await readPool(options), findKeyStates(all, secrets), checked);
  if (flags.json) print(door, renderJson(makeCredentialsJson(pool, checked)));
  else print(door, `${renderCredentials(pool, checked).join('\n')}\n`);
  return isCheck ? judge(checked) : exitCodes.done;
}

function listAll({ credentials: { pool } }: Options): KeyedCredential[] {
  return wireProviders.flatMap((provider) => pool.listOf(provider));
}

function adviseOnNone({ credentials: { pool } }: Options): string {
  const variables = Object.values(wellKnown).flatMap(({ keys }) => keys);
  const naming = 'name some under "credentials" in your config';
  if (pool.from === 'config')
    return `"credentials" in your config is empty, so that no variable is looked at: ${naming}`;
  return `none of ${variables.join(', ')} is set: set one, or ${naming}`;
}

function findKeyStates(all: readonly KeyedCredential[], { vault, troubles }: ReadSecrets): Map<string, KeyState> {
  const states = new Map<string, KeyState>();
  for (const { credential } of all) {
    const trouble = troubles.get(credential.name);
    if (trouble !== undefined) states.set(credential.name, { kind: 'unreadable', message: trouble.message });
    else if (!vault.names.includes(credential.name)) states.set(credential.name, { kind: 'not-tried' });
  }
  return states;
}

/** As the last batch left it, or as the running one has it. Looking makes no file. */
async function readPool(options: Options) {
  const { credentials: config } = options;
  const hasPricedBudget = listAll(options).some(({ credential }) => credential.budget.usdPerDay !== null);
  const prices = hasPricedBudget ? await (await import('../../prices/price-list.ts')).openPrices(config.prices) : null;
  using pool = openPool(options, isAlone(options));
  return pool.coordinator.snapshot((credential, models) => findLeastCall(prices, credential, models));
}

/** A key that works is not disabled any more; nothing is written for others. */
function acceptKeys(options: Options, checked: readonly CheckedKey[]): void {
  const working = checked.filter(({ trouble }) => trouble === null);
  if (working.length === 0) return;
  using pool = openPool(options, false);
  const disabled = pool.coordinator.snapshot().credentials.filter(({ state }) => state === 'disabled');
  for (const { name } of working.filter((one) => disabled.some((other) => other.name === one.name))) {
    pool.coordinator.acceptKey(name);
  }
}

/** State inside of a repository is of its batches alone, and none of them runs: what is in use there is of the dead. */
function isAlone({ repoDir, settings: { baseDir } }: Options): boolean {
  return isInside(repoDir, baseDir) && !listBatches(baseDir).some((name) => isBatchRunning(repoDir, baseDir, name));
}

function openPool(options: Options, alone: boolean) {
  const { settings, credentials: config } = options;
  const credentials = listAll(options).map(({ credential }) => credential);
  const { roleWeights } = config;
  const path = join(settings.baseDir, 'credentials.db');
  const store = existsSync(path) ? openCredentialStore(path, { mayRepair: false }) : new MemoryStore();
  const shared = { clock: systemClock, random: Math.random, owner: randomUUID(), isAlone: alone };
  const coordinator = new CredentialCoordinator({ credentials, roleWeights, store, ...shared });
  return {
    coordinator,
    [Symbol.dispose]() {
      coordinator[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
}

/** One after the other: nobody waits long, and no limit is touched. */
async function checkAll(all: readonly KeyedCredential[], { vault, troubles }: ReadSecrets): Promise<CheckedKey[]> {
  const checked: CheckedKey[] = [];
  for (const { credential } of all) {
    const { name } = credential;
    const unreadable = troubles.get(name);
    if (unreadable !== undefined) checked.push({ name, trouble: { kind: 'unreadable', message: unreadable.message } });
    else checked.push({ name, trouble: await checkOne(credential, vault.open(name)) });
  }
  return checked;
}

async function checkOne(credential: Credential, key: string): Promise<Trouble | null> {
  const signal = AbortSignal.timeout(checkLimitMs);
  return await checkCredential(credential, key, { now: Date.now, proxyTo, signal });
}

/** Of a network or a provider in trouble nobody learns whether a key is good: that is not the key's fault. */
function judge(checked: readonly CheckedKey[]): ExitCode {
  if (checked.length === 0 || checked.some(isRefused)) return exitCodes.credentials;
  return checked.every(({ trouble }) => trouble === null) ? exitCodes.done : exitCodes.failed;
}
