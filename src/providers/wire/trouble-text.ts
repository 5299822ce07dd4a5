import { showSafely } from '../../model/text.ts';

const longestMessage = 300;

/** Words that may be a credential, whole or with stars in it. */
const echoes = [/\S*\*{3,}\S*/g, /\b(?:sk-|rk-|gsk_|xai-|AIza)[\w*.-]{4,}/gi, /\bBearer\s+\S+/gi];

/** What a provider says, as one short line that cannot drive a terminal; '' if it says nothing for people. */
export function toMessage(text: string): string {
  const start = text.slice(0, 2000).trim();
  if (start.startsWith('<')) return '';
  const hidden = echoes.reduce((line, echo) => line.replace(echo, '[hidden]'), start.replace(/\s+/g, ' '));
  const safe = showSafely(hidden);
  return safe.length > longestMessage ? `${safe.slice(0, longestMessage - 1)}…`.toWellFormed() : safe.toWellFormed();
}
