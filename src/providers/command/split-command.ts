import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely } from '../../model/text.ts';

export interface Command {
  /** A name that is looked for in PATH, or a path that starts in the repository. */
  readonly name: string;
  readonly args: readonly string[];
}

/** Of a spec such as `command:ollama run 'some model'`. Throws SPEC_INVALID. */
export function parseCommand(spec: string): Command {
  const [name, ...args] = splitCommand(spec.slice('command:'.length)) ?? [];
  if (name !== undefined && name !== '' && !spec.includes('\0')) return { name, args };
  throw new AgentOsError('SPEC_INVALID', `${quoteSafely(spec)} names no program, or leaves a quote open`);
}

const part = /\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|([^\s'"\\]+)|(\s+)/y;

/**
 * The words of a command line, without a shell: words are parted by spaces; quotes of either kind keep what is between
 * them together; a backslash takes the next character as it is, but not between single quotes. Nothing else has a
 * meaning: no variables, no patterns, no pipes. Null if a quote or a backslash has no end.
 */
export function splitCommand(line: string): string[] | null {
  const words: string[] = [];
  let isInWord = false;
  for (let at = 0; at < line.length; at = part.lastIndex) {
    part.lastIndex = at;
    const found = part.exec(line);
    if (found === null) return null;
    const [, escaped, single, double, plain, space] = found;
    const text = escaped ?? single ?? double?.replace(/\\([\s\S])/g, '$1') ?? plain ?? '';
    if (space === undefined) words.push((isInWord ? (words.pop() ?? '') : '') + text);
    isInWord = space === undefined;
  }
  return words;
}
