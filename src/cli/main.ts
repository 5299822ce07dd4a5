import { AgentOsError } from '../model/errors.ts';
import type { ToolName } from './application.ts';
import { type Door, refuse } from './door.ts';
import { exitCodes } from './exit-codes.ts';
import { laterCommands } from './help.ts';
import { runParsed } from './parsed.ts';
import { guardStreams } from './streams.ts';

/** The way in of all three bins. Never calls `process.exit`: what was written must arrive. */
export async function main(tool: ToolName, argv: readonly string[]): Promise<void> {
  guardStreams();
  const door: Door = { cwd: process.cwd(), stdout: process.stdout, stderr: process.stderr };
  const exitCode = await runTool(tool, argv, door);
  process.exitCode ??= exitCode;
}

async function runTool(tool: ToolName, argv: readonly string[], door: Door): Promise<number> {
  const command = argv[0] ?? '';
  try {
    if (tool === 'agentos' && laterCommands.has(command)) throw notYet(command);
    return await runParsed(tool, argv, door);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    refuse(door, argv.includes('--json'), error);
    return exitCodes.usage;
  }
}

function notYet(command: string): AgentOsError {
  const help = '`agentos --help` lists what is';
  return new AgentOsError('NOT_YET', `\`agentos ${command}\` is planned, but not there yet; ${help}`);
}
