const keys: Readonly<Record<string, string>> = {
  ' ': '\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000',
  '-': '\u2010\u2011',
  "'": '‘’',
  '"': '“”',
};
const typed = new Map(Object.entries(keys).flatMap(([key, signs]) => [...signs].map((sign) => [sign, key] as const)));
const signs = new RegExp(`[${[...typed.keys()].join('')}]`, 'g');

/**
 * Whoever copies a text writes what a keyboard has for what only typesetters tell apart: spaces, hyphens, quotes. Every
 * character keeps its place.
 */
export function asTyped(text: string): string {
  return text.replace(signs, (sign) => typed.get(sign) ?? sign);
}
