import { createContext, Script } from 'node:vm';
import * as z from 'zod/mini';
import { AgentOsError } from '../../model/errors.ts';
import { cutText } from '../../model/text.ts';
import { scanInside } from '../../store/worktree-reading.ts';
import { folderOf, isSkippedFolder, readWorktreeText } from './file-tools.ts';
import { makeTool, type Tool } from './tool.ts';

const mostFound = 100;
const mostFiles = 5000;
const longestLine = 300;
/** For all files together: some patterns never come to an end. */
const longestMs = 1000;

type Match = (lines: readonly string[]) => readonly number[];

export function makeSearch(worktree: string): Tool {
  return makeTool({
    name: 'search',
    description: `Finds lines of files that hold a text, or with isRegex match a regular expression of JavaScript: at most ${mostFound}.`,
    schema: z.object({
      text: z.string(),
      path: z.optional(z.nullable(z.string())),
      isRegex: z.optional(z.nullable(z.boolean())),
    }),
    describe: (input) => input.text,
    use: (input) => {
      if (input.text === '') throw new AgentOsError('TOOL_MISUSED', '`text` is empty');
      const match = input.isRegex === true ? matchPattern(input.text) : matchText(input.text);
      const files = scanInside(worktree, folderOf(input.path), isSkippedFolder).take(mostFiles);
      const found = [...scanMatches(worktree, files, match).take(mostFound + 1)];
      if (found.length <= mostFound) return found.join('\n') || '(nothing found)';
      return [...found.slice(0, mostFound), '(there is more: name a folder, or a longer text)'].join('\n');
    },
  });
}

function* scanMatches(worktree: string, files: Iterable<string>, match: Match): Generator<string> {
  for (const path of files) {
    const lines = readLines(worktree, path);
    for (const at of match(lines)) yield `${path}:${at + 1}: ${cutText(lines[at] ?? '', longestLine)}`;
  }
}

/** None of what is no text. */
function readLines(worktree: string, path: string): readonly string[] {
  try {
    return readWorktreeText(worktree, path).split('\n');
  } catch (error) {
    if (error instanceof AgentOsError) return [];
    throw error;
  }
}

function matchText(text: string): Match {
  return (lines) => [...lines.keys()].filter((at) => lines[at]?.includes(text));
}

const script = new Script('lines.flatMap((line, at) => (pattern.test(line) ? [at] : []))');

/** In a context that can be stopped: a pattern can take longer than anybody lives. */
function matchPattern(source: string): Match {
  const given: { pattern: RegExp; lines: readonly string[] } = { pattern: parsePattern(source), lines: [] };
  const context = createContext(given);
  let leftMs = longestMs;
  return (lines) => {
    given.lines = lines;
    const startedAt = performance.now();
    const found = run(context, Math.max(1, Math.ceil(leftMs)));
    leftMs -= performance.now() - startedAt;
    return found;
  };
}

function parsePattern(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    throw new AgentOsError('TOOL_MISUSED', error instanceof Error ? error.message : 'no regular expression');
  }
}

const numbers = z.array(z.number());

function run(context: object, timeout: number): readonly number[] {
  try {
    return numbers.parse(Array.from(Object(script.runInContext(context, { timeout }))));
  } catch (error) {
    // It comes from the other context, where errors are none of ours.
    if (Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new AgentOsError('TOOL_MISUSED', 'the pattern takes too long; search for a plain text');
    }
    throw error;
  }
}
