import { AgentOsError } from '../model/errors.ts';

export interface Trailer {
  readonly key: string;
  readonly value: string;
}

/**
 * Subject and body as they are, then the trailers as a paragraph of their own. Nothing that could act as one is added
 * by a value.
 */
export function renderMessage(message: string, trailers: readonly Trailer[]): string {
  const text = stripControls(message.replace(/\r\n?/g, '\n')).trim();
  if (text === '') throw new AgentOsError('MESSAGE_EMPTY', 'a commit needs a message');
  const lines = trailers.map(
    ({ key, value }) => `${checkKey(key)}: ${stripControls(value).replace(/\s+/g, ' ').trim()}`,
  );
  return [text, ...(lines.length > 0 ? ['', ...lines] : []), ''].join('\n');
}

/** Git refuses some of them, terminals obey others; line ends and tabs stay. */
function stripControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

function checkKey(key: string): string {
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(key)) return key;
  throw new AgentOsError('MESSAGE_EMPTY', `${JSON.stringify(key)} is no name for a trailer`);
}
