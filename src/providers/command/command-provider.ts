import { basename } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import type { AskingRole } from '../../model/gateway-access.ts';
import { quoteSafely, showSafely } from '../../model/text.ts';
import { findProgram } from '../../programs/find-program.ts';
import { type ProgramEnd, type ProgramLimits, runProgram } from '../../programs/subprocess.ts';
import type { Ask, Provider } from '../provider.ts';
import type { ProgramHouse, Surroundings } from '../surroundings.ts';
import { readCommandEnd } from './read-command-end.ts';
import { renderInput } from './render-input.ts';
import { type Command, parseCommand } from './split-command.ts';

const defaultLimits: ProgramLimits = { idleMs: 120_000, wallMs: 900_000, maxOutputBytes: 64 * 1024 * 1024 };

/** A program of the user's own: the prompt is its input, the answer its output. What it costs is not measured. */
export function openCommandProvider(
  spec: string,
  role: AskingRole,
  { taskId, programs }: Surroundings,
  limits: ProgramLimits = defaultLimits,
): Provider {
  const command = parseCommand(spec);
  if (programs === null) throw new AgentOsError('PROGRAMS_REFUSED', `${quoteSafely(spec)} cannot be run here`);
  const name = basename(command.name);
  const describe = (kind: Ask['kind']) => ({ AGENTOS_TASK_ID: taskId, AGENTOS_ROLE: role, AGENTOS_KIND: kind });
  return {
    async ask({ kind }, { prompt, signal }) {
      signal.throwIfAborted();
      const end = await run(command, programs, describe(kind), { input: renderInput(prompt), limits, signal });
      signal.throwIfAborted();
      const reply = readCommandEnd(name, end, limits);
      if (reply.kind === 'refusal') return { ...reply, repeats: 0, usd: null };
      return { ...reply, model: showSafely(`command:${name}`), usd: null };
    },
  };
}

interface Run {
  readonly input: string;
  readonly limits: ProgramLimits;
  readonly signal: AbortSignal;
}

/** In the repository: it is the user's own program, and may look around. */
async function run(
  { name, args }: Command,
  { environment, repoDir }: ProgramHouse,
  tags: Readonly<Record<string, string>>,
  how: Run,
): Promise<ProgramEnd> {
  const program = findProgram(name, environment['PATH'] ?? '', repoDir);
  if (program === null) return { kind: 'unstartable', errno: 'ENOENT' };
  const place = { folder: repoDir, environment: { ...environment, ...tags } };
  return await runProgram({ program, args, ...place, ...how, isWaiting: () => false });
}
