import manifest from '../../package.json' with { type: 'json' };
import { AgentOsError } from '../model/errors.ts';
import type { ToolName } from './application.ts';
import { type Door, openDoor, refuse } from './door.ts';
import { exitCodes } from './exit-codes.ts';
import { laterCommands, rootHelp } from './help.ts';

/** The way in of all three bins. Never calls `process.exit`: what was written must arrive. */
export async function main(tool: ToolName, argv: readonly string[]): Promise<void> {
  const door = openDoor();
  const exitCode = await runTool(tool, argv, door);
  process.exitCode ??= exitCode;
}

async function runTool(tool: ToolName, argv: readonly string[], door: Door): Promise<number> {
  const first = argv[0] ?? '';
  if (first === '--version') return print(door, `${manifest.version}\n`);
  if (tool === 'agentos' && ['', '-h', '--help', 'help'].includes(first)) return print(door, rootHelp);
  try {
    if (tool === 'agentos' && laterCommands.has(first)) throw notYet(first);
    const { runParsed } = await import('./parsed.ts');
    return await runParsed(tool, argv, door);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    refuse(door, argv.includes('--json'), error);
    return exitCodes.usage;
  }
}

function print(door: Door, text: string): number {
  door.stdout.write(text);
  return exitCodes.done;
}

function notYet(command: string): AgentOsError {
  return new AgentOsError(
    'NOT_YET',
    `\`agentos ${command}\` is planned, but not there yet. \`agentos --help\` lists what is.`,
  );
}
