import { randomBytes } from 'node:crypto';

/** A key as providers make them, and nobody's. */
export function makeUpKey(prefix = 'sk-made-up-'): string {
  // One in three hundred would have no digit, and be a word for all that one can see.
  return `${prefix}7${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x').slice(1)}`;
}
