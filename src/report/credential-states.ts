import type { TroubleKind } from '../model/exchange.ts';
import type { CredentialSnapshot, CredentialState, PoolSnapshot } from '../model/pool-snapshot.ts';

/** How the day of a credential stands. What nobody measured is counted by its most, and shown apart. */
export interface CredentialAccount extends CredentialSnapshot {
  /** Of what it cost, the part that was measured; `tokens` are those that were. */
  readonly measuredUsd: number;
  /** What the rest may have come to, and counts against its budget. */
  readonly guessedUsd: number;
  readonly guessedTokens: number;
}

export interface PoolAccount extends PoolSnapshot {
  readonly credentials: readonly CredentialAccount[];
}

/** The key is not there, or cannot be used; or it is printed by a program that nobody has run. */
export type KeyState = { readonly kind: 'unreadable'; readonly message: string } | { readonly kind: 'not-tried' };

/** Whether the provider took a key when it was tried: null if it did. */
export interface CheckedKey {
  readonly name: string;
  readonly trouble: { readonly kind: TroubleKind | 'unreadable'; readonly message: string } | null;
}

/** A credential as it is shown: what is known of its key counts more than what the pool remembers. */
export interface ShownCredential extends Omit<CredentialAccount, 'state'> {
  readonly state: CredentialState | 'unreadable' | 'not tried';
}

export interface ShownPool extends Omit<PoolAccount, 'credentials'> {
  readonly credentials: readonly ShownCredential[];
}

/** `keys` are of those credentials only whose key was looked at and not found. */
export function showPool(
  pool: PoolAccount,
  keys: ReadonlyMap<string, KeyState>,
  checked: readonly CheckedKey[] = [],
): ShownPool {
  const checks = new Map(checked.map((one) => [one.name, one]));
  return {
    ...pool,
    credentials: pool.credentials.map((credential) => {
      return { ...credential, ...correct(credential, keys.get(credential.name), checks.get(credential.name)) };
    }),
  };
}

/** What is not as the pool says. */
function correct({ name, state }: CredentialAccount, key: KeyState | undefined, check: CheckedKey | undefined) {
  if (key?.kind === 'unreadable') {
    return { state: 'unreadable', untilAt: null, reason: withoutName(name, key.message) } as const;
  }
  if (check !== undefined && isRefused(check)) {
    const isAuth = check.trouble?.kind === 'auth';
    const reason = isAuth ? 'the provider refuses the key' : 'the account has nothing left';
    return { state: isAuth ? 'disabled' : 'exhausted', untilAt: null, reason } as const;
  }
  return key?.kind === 'not-tried' && state === 'ready' ? ({ state: 'not tried' } as const) : {};
}

/** The provider has answered, and will say the same until somebody does something about it. */
export function isRefused({ trouble }: CheckedKey): boolean {
  return trouble?.kind === 'auth' || trouble?.kind === 'quota';
}

/** Where the name stands beside it, the message need not begin with it. */
export function withoutName(name: string, message: string): string {
  const head = `credential ${name}: `;
  return message.startsWith(head) ? message.slice(head.length) : message;
}
