import { AgentOsError } from './errors.ts';

/** Each line may become several tokens of the Markdown parser: what nobody writes by hand would take all memory. */
export const mostLines = 110_000;

/** The part of a text that is read. */
export function firstLines(text: string): string {
  if (text.length <= mostLines) return text;
  const breaks = /\r\n?|\n/g;
  for (let lines = 1; lines <= mostLines; lines += 1) if (breaks.exec(text) === null) return text;
  return text.slice(0, breaks.lastIndex);
}

export function hasTooManyLines(text: string): boolean {
  return firstLines(text) !== text;
}

/** Before anything is paid for: what stands below the last line that is read would be asked for and never found. */
export function refuseTooManyLines(text: string): void {
  if (hasTooManyLines(text)) throw new AgentOsError('FILE_TOO_LARGE', `has more than ${mostLines} lines`);
}
