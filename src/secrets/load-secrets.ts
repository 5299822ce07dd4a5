import { AgentOsError } from '../model/errors.ts';
import type { KeyedCredential, SecretReference } from '../model/secret-reference.ts';
import { describeReference } from './describe-reference.ts';
import { SecretBox } from './secret-box.ts';
import type { RunCommand } from './secret-command.ts';
import { readSecretFile } from './secret-file.ts';
import { findFlaw } from './secret-flaw.ts';
import { SecretVault } from './secret-vault.ts';

export interface SecretSources {
  /** The variables that hold keys, taken out of the environment of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null: programs are not run, and their credentials are left out. */
  readonly runCommand: RunCommand | null;
  /** Why a secret could not be kept out of what is written, as the end of a sentence; null if it can. */
  findWeakness?(secret: string): string | null;
}

/** What could be had of the secrets of some credentials. */
export interface ReadSecrets {
  /** Of those without trouble. */
  readonly vault: SecretVault;
  /**
   * Of the others, by their names: `CREDENTIAL_INVALID`, which names the credential and the variable, the file or the
   * program, and never shows a value.
   */
  readonly troubles: ReadonlyMap<string, AgentOsError>;
}

/** Contract: every credential has a secret that may be one, and none has another's; else all trouble is thrown at once. */
export async function loadSecrets(
  credentials: readonly KeyedCredential[],
  sources: SecretSources,
): Promise<SecretVault> {
  const { vault, troubles } = await readSecrets(credentials, sources);
  const [first, ...others] = troubles.values();
  if (first === undefined) return vault;
  throw others.length === 0 ? first : invalid([first, ...others].map(({ message }) => message).join('\n'));
}

/** The same for whoever can do with less: what is wrong with one secret hides no other. */
export async function readSecrets(
  credentials: readonly KeyedCredential[],
  sources: SecretSources,
): Promise<ReadSecrets> {
  const tried = credentials.filter(({ secret }) => secret?.kind !== 'command' || sources.runCommand !== null);
  const attempts = await Promise.all(tried.map(async (keyed) => await tryOne(keyed, sources)));
  const loaded = attempts.filter((attempt) => 'box' in attempt);
  const refused = attempts.filter((attempt) => 'trouble' in attempt);
  const troubles = new Map(
    [...refused, ...findDuplicates(loaded)].map(({ keyed, trouble }) => [nameOf(keyed), trouble]),
  );
  const sound = loaded.filter(({ keyed }) => !troubles.has(nameOf(keyed)));
  return { vault: new SecretVault(new Map(sound.map(({ keyed, box }) => [nameOf(keyed), box]))), troubles };
}

interface Loaded {
  readonly keyed: KeyedCredential;
  readonly box: SecretBox | null;
}

interface Refused {
  readonly keyed: KeyedCredential;
  readonly trouble: AgentOsError;
}

function nameOf({ credential }: KeyedCredential): string {
  return credential.name;
}

async function tryOne(keyed: KeyedCredential, sources: SecretSources): Promise<Loaded | Refused> {
  try {
    return { keyed, box: await loadOne(keyed, sources) };
  } catch (error) {
    if (error instanceof AgentOsError)
      return { keyed, trouble: invalid(`credential ${nameOf(keyed)}: ${error.message}`) };
    throw error;
  }
}

async function loadOne({ credential, secret }: KeyedCredential, sources: SecretSources): Promise<SecretBox | null> {
  if (secret === null) return null;
  const text = (await readSecret(secret, sources)).trim();
  const flaw = findFlaw(text) ?? sources.findWeakness?.(text) ?? null;
  if (flaw !== null) throw invalid(`${describeSource(secret)} ${flaw}`);
  return new SecretBox(credential.name, text);
}

async function readSecret(secret: SecretReference, { runCommand, environment }: SecretSources): Promise<string> {
  if (secret.kind === 'file') return readSecretFile(secret.path);
  if (secret.kind === 'command') return ((await runCommand?.(secret)) ?? '').split('\n', 1).join();
  const value = environment[secret.variable];
  if (value === undefined) throw invalid(`${secret.variable} is not set`);
  return secret.part === null ? value : readPart(secret.variable, value, secret.part);
}

function readPart(variable: string, list: string, part: number): string {
  const parts = list.split(',');
  if (parts.length > 1 && parts.some((one) => one.trim() === ''))
    throw invalid(`${variable} has an empty entry: keys in a list have one comma between them`);
  return parts[part] ?? '';
}

/** One key of a provider is one credential; and no key is of two providers, but for a server that speaks for both. */
function findDuplicates(loaded: readonly Loaded[]): Refused[] {
  return loaded.flatMap(({ keyed, box }, at) => {
    if (box === null) return [];
    const twin = loaded
      .slice(0, at)
      .find((other) => other.box?.open() === box.open() && isConflict(keyed, other.keyed));
    if (twin === undefined) return [];
    const other = `credential ${nameOf(twin.keyed)}, ${describeSource(twin.keyed.secret)}`;
    const what = `${describeSource(keyed.secret)} has the same key as ${other}: keep one of them`;
    return [{ keyed, trouble: invalid(`credential ${nameOf(keyed)}: ${what}`) }];
  });
}

function isConflict({ credential: a }: KeyedCredential, { credential: b }: KeyedCredential): boolean {
  return a.provider === b.provider ? a.baseUrl === b.baseUrl : originOf(a.baseUrl) !== originOf(b.baseUrl);
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

/** As the subject of a sentence. */
function describeSource(secret: SecretReference | null): string {
  return secret?.kind === 'command' ? `what ${describeReference(secret)} prints` : describeReference(secret);
}

function invalid(message: string): AgentOsError {
  return new AgentOsError('CREDENTIAL_INVALID', message);
}
