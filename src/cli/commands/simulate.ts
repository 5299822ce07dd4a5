import { once } from 'node:events';
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AgentOsError, errnoOf } from '../../model/errors.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { renderCount } from '../../report/figures.ts';
import { answerByDefault } from '../../simulator/answers.ts';
import type { SimulatorSetup } from '../../simulator/setup.ts';
import { makeDefaultSetup, parseSetup } from '../../simulator/setup-file.ts';
import { openSimulator } from '../../simulator/simulator.ts';
import { openTaskLog, type TaskLog } from '../../store/task-log.ts';
import { readTextFile } from '../../store/text-file.ts';
import { stopSignals } from '../batch/signals.ts';
import type { SimulateFlags } from '../batch-flags.ts';
import { announce, type Door } from '../door.ts';
import { answerAsOffline } from '../models/simulated-answers.ts';
import { renderConfig, renderExports } from './simulated-config.ts';

const largestSetup = 1024 * 1024;

/** Simulates providers until somebody stops it. Stdout is for a shell: it sets the variables that lead here, and no more. */
export async function simulate(door: Door, flags: SimulateFlags): Promise<ExitCode> {
  const setup = flags.setup === undefined ? makeDefaultSetup() : readSetup(door, flags.setup);
  using log = flags.log === undefined ? null : openLog(door, flags.log);
  await using simulator = await openSimulator({
    ...setup,
    ...(flags.port === undefined ? {} : { port: readPort(flags.port) }),
    answer: (request) => answerAsOffline(request) ?? answerByDefault(request),
    log: (entry) => log?.append(door.redaction.bytes(`${JSON.stringify(entry)}\n`)),
  });
  const stopped = Promise.race(stopSignals().map(async (signal) => await once(process, signal)));
  // Keys that were made up are no secrets, also where the shell has them from an earlier simulator.
  const exports = renderExports(simulator.origin, setup.scopes).map((line) => `${line}\n`);
  door.stdout.write(door.redaction.vouch(exports.join('')));
  advise(door, simulator.origin, setup);
  await stopped;
  return exitCodes.done;
}

function readSetup({ cwd }: Door, path: string): SimulatorSetup {
  try {
    return parseSetup(JSON.parse(readTextFile(resolve(cwd, path), largestSetup).text));
  } catch (error) {
    throw new AgentOsError('SETUP_INVALID', `--setup ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** What cannot be written is told before anything is simulated. */
function openLog(door: Door, path: string): TaskLog {
  const full = resolve(door.cwd, path);
  const why = findObstacle(full);
  if (why !== null) throw new AgentOsError('USAGE', `--log ${path} cannot be written: ${why}`);
  return openTaskLog(full, {
    onTrouble: (error) => announce(door, `--log ${path}: ${error instanceof Error ? error.message : error}`),
  });
}

/** Null: a file is there and may be written, or may be made there. */
function findObstacle(path: string): string | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isFile()) return 'it is no regular file';
    accessSync(stat === undefined ? dirname(path) : path, constants.W_OK);
    return statSync(dirname(path)).isDirectory() ? null : 'its folder is none';
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'its folder does not exist' : `${errnoOf(error) ?? error}`;
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new AgentOsError('USAGE', `--port must be a whole number from 0 to 65535, not ${JSON.stringify(text)}`);
}

/** How to get here. The config stands by itself, to be copied: by the variables alone, each key would count for itself. */
function advise(door: Door, origin: string, setup: SimulatorSetup): void {
  announce(
    door,
    `simulating ${renderCount(setup.scopes.length, 'scope')} at ${origin}; no model takes part; Ctrl+C ends it`,
  );
  announce(door, 'set the variables above, and put this into agentos.config.json so that no call is made in vain:');
  door.stderr.write(door.redaction.text(`${renderConfig(origin, setup)}\n`));
}
