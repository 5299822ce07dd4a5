import { showSafely } from '../model/text.ts';

/** `https://TOKEN@host`, `https://name:password@host`; a name alone, as of `ssh://git@host`, is no secret. */
const addressWithPassword = /^[a-z+]+:\/\/(?:[^/@:]*:[^/@]+|[^/@:]{20,})@/i;

/** Confined programs can read git's own folder, and so what is kept there beside addresses. Values are never told. */
export function warnOfPasswords(own: ReadonlyMap<string, string>): string[] {
  const names = [...own].filter(([key, value]) => isPassword(key, value)).map(([key]) => nameOf(key));
  if (names.length === 0) return [];
  const where = `a password or token stands in the repository's git config (${showSafely(names.join(', '))})`;
  return [`WARNING: ${where}: agents and tests can read it there; a credential helper keeps it from them`];
}

function isPassword(key: string, value: string): boolean {
  const isNamed = /^url\./.test(key) && addressWithPassword.test(key.slice('url.'.length));
  return (
    isNamed ||
    addressWithPassword.test(value) ||
    (/^http\..*extraheader$/s.test(key) && /authorization|token/i.test(value))
  );
}

/** An address can also be part of a name: `url.https://TOKEN@host/.insteadof`. */
function nameOf(key: string): string {
  return key.replace(/:\/\/[^/@]*@/g, '://…@');
}
