import { run } from '@stricli/core';
import { AgentOsError } from '../model/errors.ts';
import { buildTool, type ToolName } from './application.ts';
import { normaliseArgv } from './argv.ts';
import type { Context, Door } from './door.ts';
import { exitCodes } from './exit-codes.ts';

/** Parses and runs. The parser's own exit codes lie below zero: they become ours, and its words an error of ours. */
export async function runParsed(tool: ToolName, argv: readonly string[], door: Door): Promise<number> {
  const troubles: string[] = [];
  const process: Context['process'] = { stdout: door.stdout, stderr: { write: (text) => troubles.push(text) } };
  await run(buildTool(tool), normaliseArgv(argv), { door, process });
  const exitCode = Number(process.exitCode ?? exitCodes.done);
  if (exitCode < 0)
    throw new AgentOsError('USAGE', `${troubles.join('').trimEnd()}\nSee \`${usageOf(tool, argv)} --help\`.`);
  for (const text of troubles) door.stderr.write(text);
  return exitCode;
}

function usageOf(tool: ToolName, argv: readonly string[]): string {
  const command = ['requirements', 'implement', 'lint', 'config'].find((name) => name === argv[0]);
  return tool === 'agentos' && command !== undefined ? `agentos ${command}` : tool;
}
