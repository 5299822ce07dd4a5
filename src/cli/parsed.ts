import { run } from '@stricli/core';
import { AgentOsError } from '../model/errors.ts';
import { type ExitCode, exitCodes } from '../model/exit-codes.ts';
import { buildTool, commandNames, type ToolName } from './application.ts';
import { normaliseArgv } from './argv.ts';
import { type Context, type Door, print, type Work } from './door.ts';

/**
 * Parses, then does what the command chose. The parser's own exit codes lie below zero: they become ours, and its words
 * an error of ours. Help leaves nothing to do.
 */
export async function runParsed(tool: ToolName, argv: readonly string[], door: Door): Promise<ExitCode> {
  const troubles: string[] = [];
  const chosen: Work[] = [];
  const process: Context['process'] = {
    stdout: { write: (text) => print(door, text) },
    stderr: { write: (text) => troubles.push(text) },
  };
  await run(buildTool(tool), normaliseArgv(argv), { door, process, choose: (work) => chosen.push(work) });
  if (troubles.length > 0) throw usageError(troubles.join('').trimEnd(), tool, argv);
  return (await chosen[0]?.()) ?? exitCodes.done;
}

function usageError(message: string, tool: ToolName, argv: readonly string[]): AgentOsError {
  return new AgentOsError('USAGE', `${message}\nSee \`${usageOf(tool, argv)} --help\`.`);
}

function usageOf(tool: ToolName, argv: readonly string[]): string {
  const command = commandNames.find((name) => name === argv[0]);
  return tool === 'agentos' && command !== undefined ? `agentos ${command}` : tool;
}
