import type { SecretReference } from '../model/secret-reference.ts';

/** Where a secret is, as a person knows it again. What a program is given may be nobody's business. */
export function describeReference(secret: SecretReference | null): string {
  if (secret === null) return 'no key';
  if (secret.kind === 'file') return secret.path;
  if (secret.kind === 'command') return `cmd:${secret.program}`;
  return secret.part === null || secret.part === 0 ? secret.variable : `${secret.variable} (key ${secret.part + 1})`;
}
