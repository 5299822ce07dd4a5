import { AgentOsError } from '../model/errors.ts';
import type { KeyedCredential, SecretReference } from '../model/secret-reference.ts';
import { SecretBox } from './secret-box.ts';
import type { RunCommand } from './secret-command.ts';
import { readSecretFile } from './secret-file.ts';
import { findFlaw } from './secret-flaw.ts';
import { SecretVault } from './secret-vault.ts';

export interface SecretSources {
  /** The variables that hold keys, taken out of the environment of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly runCommand: RunCommand;
}

/**
 * Contract: every credential has a secret that may be one, and none has another's; else AgentOsError
 * `CREDENTIAL_INVALID`, which names the variable, the file or the program, and never shows a value.
 */
export async function loadSecrets(
  credentials: readonly KeyedCredential[],
  sources: SecretSources,
): Promise<SecretVault> {
  const loaded = await Promise.all(credentials.map(async (keyed) => ({ keyed, box: await loadOne(keyed, sources) })));
  refuseDuplicates(loaded);
  return new SecretVault(new Map(loaded.map(({ keyed, box }) => [keyed.credential.name, box])));
}

interface Loaded {
  readonly keyed: KeyedCredential;
  readonly box: SecretBox | null;
}

async function loadOne({ credential, secret }: KeyedCredential, sources: SecretSources): Promise<SecretBox | null> {
  if (secret === null) return null;
  const text = (await readSecret(secret, credential.name, sources)).trim();
  const flaw = findFlaw(text);
  if (flaw !== null) throw invalid(`${describe(secret)} ${flaw} (credential ${credential.name})`);
  return new SecretBox(credential.name, text);
}

async function readSecret(secret: SecretReference, name: string, sources: SecretSources): Promise<string> {
  if (secret.kind === 'file') return readSecretFile(secret.path);
  if (secret.kind === 'command') return (await sources.runCommand(secret)).split('\n', 1).join();
  const value = sources.environment[secret.variable];
  if (value === undefined) throw invalid(`${secret.variable} is not set: credential ${name} has its key there`);
  return secret.part === null ? value : readPart(secret.variable, value, secret.part);
}

function readPart(variable: string, list: string, part: number): string {
  const parts = list.split(',');
  if (parts.length > 1 && parts.some((one) => one.trim() === ''))
    throw invalid(`${variable} has an empty entry: keys in a list have one comma between them`);
  return parts[part] ?? '';
}

/** One key of a provider is one credential; and no key is of two providers, but for a server that speaks for both. */
function refuseDuplicates(loaded: readonly Loaded[]): void {
  for (const [at, { keyed, box }] of loaded.entries()) {
    if (box === null) continue;
    const twin = loaded
      .slice(0, at)
      .find((other) => other.box?.open() === box.open() && isConflict(keyed, other.keyed));
    if (twin === undefined) continue;
    const both = [twin.keyed, keyed].map(({ credential, secret }) => `${describe(secret)} (${credential.name})`);
    throw invalid(`${both.join(' and ')} hold the same key: keep one of them`);
  }
}

function isConflict({ credential: a }: KeyedCredential, { credential: b }: KeyedCredential): boolean {
  return a.provider === b.provider ? a.baseUrl === b.baseUrl : originOf(a.baseUrl) !== originOf(b.baseUrl);
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

function describe(secret: SecretReference | null): string {
  if (secret === null) return 'no secret';
  if (secret.kind === 'file') return secret.path;
  if (secret.kind === 'command') return `what cmd:${secret.program} prints`;
  return secret.part === null || secret.part === 0 ? secret.variable : `${secret.variable}, key ${secret.part + 1},`;
}

function invalid(message: string): AgentOsError {
  return new AgentOsError('CREDENTIAL_INVALID', message);
}
