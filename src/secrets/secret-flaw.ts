/** Below this a secret cannot be told from ordinary text, and so not be kept out of what we write. */
const fewestCharacters = 12;
const mostCharacters = 8192;
const fewestDistinct = 6;

/** With separators around it no such word turns up in a random key. */
const fillers = /(^|[-_.<])(your|insert|replace|change|paste|placeholder|dummy|example|todo|here)([-_.>]|$)/i;
const fillerShapes = /^(change|replace)[-_]?me|^<.*>$|^\$|^%.*%$|^\{.*\}$|\.{3}|\*{3}|x{8}/i;

/** What is wrong with a secret, as the end of a sentence that begins with where it was found; null if it may be one. */
export function findFlaw(secret: string): string | null {
  if (secret === '') return 'is empty: put a key there, or take it away';
  if (/^["'`]|["'`]$/.test(secret)) return 'is in quotes: write the key without them';
  if (/\s/.test(secret)) return 'has whitespace inside: a key is one word';
  if (!/^[\x21-\x7e]*$/.test(secret)) return 'has characters that no key has: a key is plain ASCII';
  if (secret.includes(',')) return 'has a comma inside: a credential has one key';
  if (isPlaceholder(secret)) return 'looks like a placeholder: put your own key there';
  if (secret.length < fewestCharacters) return `is too short for a key: ${fewestCharacters} characters at least`;
  if (secret.length > mostCharacters) return `is too long for a key: ${mostCharacters} characters at most`;
  return null;
}

function isPlaceholder(secret: string): boolean {
  const isMonotonous = secret.length >= fewestCharacters && new Set(secret).size < fewestDistinct;
  return isMonotonous || fillers.test(secret) || fillerShapes.test(secret);
}
