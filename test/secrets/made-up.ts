import { randomBytes } from 'node:crypto';

/** A key as providers make them, and nobody's. */
export function makeUpKey(prefix = 'sk-made-up-'): string {
  return prefix + randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x');
}
