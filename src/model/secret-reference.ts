import type { Credential } from './credential.ts';

/** Where a secret is, and never the secret. */
export type SecretReference =
  /** `part` counts from 0 in a list with commas; null: the variable holds one key. */
  | { readonly kind: 'variable'; readonly variable: string; readonly part: number | null }
  | { readonly kind: 'file'; readonly path: string }
  | SecretCommand;

export interface SecretCommand {
  readonly kind: 'command';
  readonly program: string;
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
}

/** A credential, and where its secret is; null for a server that wants none. */
export interface KeyedCredential {
  readonly credential: Credential;
  readonly secret: SecretReference | null;
}
