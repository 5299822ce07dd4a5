import manifest from '../../package.json' with { type: 'json' };
import { exitCodes } from '../model/exit-codes.ts';
import type { ToolName } from './application.ts';
import { rootHelp } from './help.ts';
import { writeAll } from './streams.ts';

/** Answers what needs nothing but text; false if the rest of the house has to be loaded. */
export function answerAtOnce(tool: ToolName, argv: readonly string[]): boolean {
  const text = findAnswer(tool, argv);
  if (text !== null) print(text);
  return text !== null;
}

function findAnswer(tool: ToolName, [first = '--help', ...rest]: readonly string[]): string | null {
  if (first === '--version') return `${manifest.version}\n`;
  if (tool !== 'agentos') return null;
  const isWanted = ['-h', '--help'].includes(first) || (first === 'help' && rest.length === 0);
  return isWanted ? rootHelp : null;
}

/** Straight to the descriptor, because setting up a stream takes longer than everything else here. */
function print(text: string): void {
  try {
    writeAll(1, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EPIPE') return;
    if (code === 'EAGAIN') process.stdout.write(text);
    else fail(error);
  }
}

function fail(error: unknown): void {
  process.stderr.write(`agentos: output could not be written: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = exitCodes.storage;
}
