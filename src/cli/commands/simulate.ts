import { once } from 'node:events';
import { resolve } from 'node:path';
import { type WireProvider, wireProviders } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { answerByDefault } from '../../simulator/answers.ts';
import type { ScopeSetup, SimulatorSetup } from '../../simulator/setup.ts';
import { makeDefaultSetup, parseSetup } from '../../simulator/setup-file.ts';
import { openSimulator } from '../../simulator/simulator.ts';
import { openTaskLog, type TaskLog } from '../../store/task-log.ts';
import { readTextFile } from '../../store/text-file.ts';
import type { SimulateFlags } from '../batch-flags.ts';
import { announce, type Door, print } from '../door.ts';
import { answerAsOffline } from '../models/simulated-answers.ts';

const largestSetup = 1024 * 1024;

/** Simulates providers until somebody stops it. Stdout is for a shell: it sets the variables that lead here. */
export async function simulate(door: Door, flags: SimulateFlags): Promise<ExitCode> {
  const setup = flags.setup === undefined ? makeDefaultSetup() : readSetup(door, flags.setup);
  using log = flags.log === undefined ? null : openLog(door, flags.log);
  await using simulator = await openSimulator({
    ...setup,
    ...(flags.port === undefined ? {} : { port: readPort(flags.port) }),
    answer: (request) => answerAsOffline(request) ?? answerByDefault(request),
    log: (entry) => log?.append(door.redaction.bytes(`${JSON.stringify(entry)}\n`)),
  });
  for (const line of renderExports(simulator.origin, setup.scopes)) print(door, `${line}\n`);
  announce(
    door,
    `simulating ${setup.scopes.length} scopes at ${simulator.origin}; no model takes part; Ctrl+C ends it`,
  );
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map(async (signal) => await once(process, signal)));
  return exitCodes.done;
}

function readSetup({ cwd }: Door, path: string): SimulatorSetup {
  try {
    return parseSetup(JSON.parse(readTextFile(resolve(cwd, path), largestSetup).text));
  } catch (error) {
    throw new AgentOsError('SETUP_INVALID', `--setup ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function openLog(door: Door, path: string): TaskLog {
  return openTaskLog(resolve(door.cwd, path), {
    onTrouble: (error) => announce(door, `--log ${path}: ${error instanceof Error ? error.message : error}`),
  });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new AgentOsError('USAGE', `--port must be a whole number from 0 to 65535, not ${JSON.stringify(text)}`);
}

const variables: Readonly<Record<Exclude<WireProvider, 'openai-compatible'>, readonly [string, string]>> = {
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
  openai: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  google: ['GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
};

/** Lines for `eval`; servers that speak like OpenAI are named in a config. */
function renderExports(origin: string, scopes: readonly ScopeSetup[]): string[] {
  return wireProviders.flatMap((provider) => {
    const keys = scopes.filter((scope) => scope.provider === provider).flatMap((scope) => scope.keys);
    if (keys.length === 0) return [];
    if (provider === 'openai-compatible') return [`# openai-compatible: baseUrl ${origin}, keys ${keys.join(', ')}`];
    const [key, base] = variables[provider];
    return [`export ${key}=${keys.join(',')} ${base}=${origin}`];
  });
}
