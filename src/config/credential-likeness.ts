import { quoteSafely } from '../model/text.ts';

/** How keys of well-known services begin. */
const beginning =
  /(^|[^A-Za-z0-9])(sk[-_]|rk[-_]|AIza|gsk_|xai-|ghp_|gho_|github_pat_|glpat-|hf_|nvapi-|pplx-|AKIA|ya29\.|eyJ)[\w.-]{12,}/;
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export function beginsLikeKey(text: string): boolean {
  return beginning.test(text);
}

/** A key for all that one can see, wherever it stands in the text: refused where only names belong. */
export function looksLikeKey(text: string): boolean {
  return beginsLikeKey(text) || hasMixedRun(text, /\w{32,}/g);
}

/** Cautious: what is refused for another reason is then not shown. */
export function mayBeKey(text: string): boolean {
  return looksLikeKey(text) || uuid.test(text) || (text.match(/[\w+/=-]{12,}/g) ?? []).some(hasNoWords);
}

/** Signs that join words also stand in keys: then what they join are none. */
function hasNoWords(run: string): boolean {
  const strange = run.split(/[+/=-]/).filter((part) => !isWord(part));
  return strange.join('').length >= 12;
}

/** Words may be joined as in camelCase or SNAKE_CASE, and have a number behind them. */
function isWord(run: string): boolean {
  const letters = run.replace(/_?\d{1,4}$/, '');
  const isMixed = /[a-z]/.test(letters) && /[A-Z]{2}/.test(letters);
  return !/\d/.test(letters) && !isMixed;
}

function hasMixedRun(text: string, run: RegExp): boolean {
  return (text.match(run) ?? []).some((word) => /\d/.test(word) && /[A-Za-z]/.test(word));
}

/** Any value in quotes for a message, but for what may be a key. */
export function quoteUnlessKey(value: unknown): string {
  const quoted = quoteSafely(value);
  return mayBeKey(typeof value === 'string' ? value : quoted)
    ? 'what is not shown here, because it may be a key'
    : quoted;
}
