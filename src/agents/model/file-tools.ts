import * as z from 'zod/mini';
import { AgentOsError } from '../../model/errors.ts';
import { cutText, quoteSafely } from '../../model/text.ts';
import { decodeText } from '../../store/text-file.ts';
import { removeInside, writeInside } from '../../store/worktree-files.ts';
import { readInside, scanInside } from '../../store/worktree-reading.ts';
import { makeTool, type Tool } from './tool.ts';

const mostBytes = 4 * 1024 * 1024;
const mostLines = 400;
const longestLine = 2000;
const mostListed = 500;
/** What others made, and nobody edits. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.venv', '__pycache__', 'target', '.agentos']);

export function isSkippedFolder(name: string): boolean {
  return skipped.has(name);
}

/** A text of the worktree. Throws AgentOsError for what is none. */
export function readWorktreeText(worktree: string, path: string): string {
  const bytes = readInside(worktree, path, mostBytes);
  try {
    return decodeText(bytes);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    throw new AgentOsError(error.code, `${quoteSafely(path)} ${error.message}`, { cause: error });
  }
}

const path = z.string();
const line = z.optional(z.nullable(z.number()));

/** Reading and changing files of a worktree. */
export function makeFileTools(worktree: string): readonly Tool[] {
  return [makeReadFile(worktree), makeListFiles(worktree), makeEditFile(worktree), ...makeWholeFileTools(worktree)];
}

function makeReadFile(worktree: string): Tool {
  return makeTool({
    name: 'read_file',
    description: `Reads a text file, with line numbers: at most ${mostLines} lines at once, from \`from\` to \`to\` (1 is the first).`,
    schema: z.object({ path, from: line, to: line }),
    describe: (input) => input.path,
    use: (input) => {
      const lines = readWorktreeText(worktree, input.path).split('\n');
      if (lines.at(-1) === '') lines.pop();
      const from = Math.max(1, Math.floor(input.from ?? 1));
      const to = Math.min(lines.length, Math.floor(input.to ?? lines.length), from + mostLines - 1);
      const shown = lines.slice(from - 1, to).map((text, at) => `${from + at}\t${cutText(text, longestLine)}`);
      const rest = to < lines.length || from > 1 ? [`(lines ${from} to ${to} of ${lines.length})`] : [];
      return [...shown, ...rest].join('\n') || '(the file is empty)';
    },
  });
}

function makeListFiles(worktree: string): Tool {
  return makeTool({
    name: 'list_files',
    description: `Lists the files below a folder, or all: at most ${mostListed}.`,
    schema: z.object({ path: z.optional(z.nullable(path)) }),
    describe: (input) => input.path ?? '',
    use: (input) => {
      const files = scanInside(worktree, folderOf(input.path), isSkippedFolder);
      const listed = [...files.take(mostListed + 1)];
      if (listed.length <= mostListed) return listed.join('\n') || '(no files)';
      return [...listed.slice(0, mostListed), '(there are more: name a folder)'].join('\n');
    },
  });
}

/** `.` and nothing are the worktree itself. */
export function folderOf(wanted: string | null | undefined): string {
  return (wanted ?? '').replace(/^(?:\.\/)+|^\.$/, '');
}

function makeEditFile(worktree: string): Tool {
  return makeTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file. `find` must occur exactly once, to the letter; take in more lines until it does.',
    schema: z.object({ path, find: z.string(), replace: z.string() }),
    describe: (input) => input.path,
    use: (input) => {
      // As it is on the disk: line ends are the file's own.
      const text = readInside(worktree, input.path, mostBytes).toString('utf8');
      readWorktreeText(worktree, input.path);
      const count = input.find === '' ? 0 : text.split(input.find).length - 1;
      if (count !== 1) {
        const found = count === 0 ? 'does not occur' : `occurs ${count} times`;
        throw new AgentOsError(
          'TEXT_AMBIGUOUS',
          `\`find\` ${found} in ${quoteSafely(input.path)}; nothing was changed`,
        );
      }
      writeInside(
        worktree,
        input.path,
        text.replace(input.find, () => input.replace),
      );
      return 'Changed.';
    },
  });
}

function makeWholeFileTools(worktree: string): readonly Tool[] {
  return [
    makeTool({
      name: 'write_file',
      description: 'Writes a whole file, over what was there, with the folders above it.',
      schema: z.object({ path, content: z.string() }),
      describe: (input) => input.path,
      use: (input) => {
        writeInside(worktree, input.path, input.content);
        return 'Written.';
      },
    }),
    makeTool({
      name: 'delete_file',
      description: 'Deletes a file.',
      schema: z.object({ path }),
      describe: (input) => input.path,
      use: (input) => {
        removeInside(worktree, input.path);
        return 'Deleted.';
      },
    }),
  ];
}
