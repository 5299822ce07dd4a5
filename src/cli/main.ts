import { AgentOsError } from '../model/errors.ts';
import { exitCodes } from '../model/exit-codes.ts';
import { Redaction } from '../redaction/redaction.ts';
import type { ToolName } from './application.ts';
import { spellHelp } from './argv.ts';
import { ignoreHangUps } from './batch/signals.ts';
import { answer, complain, type Door, describeDefect, refuse } from './door.ts';
import { laterCommands } from './help.ts';
import { keepKeysHidden } from './models/hide-keys.ts';
import { runParsed } from './parsed.ts';
import { guardStreams, openStdout } from './streams.ts';

/** The way in of all three bins. Never calls `process.exit`: what was written must arrive. */
export async function main(tool: ToolName, argv: readonly string[]): Promise<void> {
  guardStreams();
  const redaction = new Redaction();
  const door: Door = { cwd: findFolder(), stdout: openStdout(), stderr: process.stderr, redaction };
  const isJson = wantsJson(argv);
  catchDefects(door, isJson);
  catchWarnings(door);
  keepKeysHidden(redaction);
  // Node would open its inspector, and whoever connects to it can read every key.
  process.on('SIGUSR1', () => {});
  ignoreHangUps();
  const exitCode = await answer(door, isJson, async () => {
    const words = tool === 'agentos' ? spellHelp(argv) : argv;
    const command = words[0] ?? '';
    if (tool === 'agentos' && laterCommands.has(command)) throw notYet(command);
    if (door.cwd === '') throw new AgentOsError('FOLDER_UNREADABLE', 'the current folder is gone: change to another');
    return await runParsed(tool, words, door);
  });
  process.exitCode ??= exitCode;
}

/** What nobody caught is told like any defect: redacted. Nothing can be trusted after it; workers die with us. */
function catchDefects(door: Door, isJson: boolean): void {
  process.on('uncaughtException', (error) => {
    // A command that has its exit code has printed its document.
    const isMissing = process.exitCode === undefined;
    try {
      refuse(door, isJson && isMissing, describeDefect(error));
    } finally {
      process.exit(exitCodes.defect);
    }
  });
}

/** Node would print warnings as they are; whoever switched them off gets none. */
function catchWarnings(door: Door): void {
  if (process.listenerCount('warning') === 0) return;
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => complain(door, `${name}: ${message}`));
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).some((word) => /^--json(=(true|yes|y|on|1|t))?$/i.test(word));
}

/** The current folder; '' if it was deleted under us. */
function findFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

function notYet(command: string): AgentOsError {
  const help = '`agentos --help` lists what is';
  return new AgentOsError('NOT_YET', `\`agentos ${command}\` is planned, but not there yet; ${help}`);
}
