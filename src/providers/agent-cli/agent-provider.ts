import { randomUUID } from 'node:crypto';
import { AgentOsError } from '../../model/errors.ts';
import type { AskingRole, GatewayAccess } from '../../model/gateway-access.ts';
import { quoteSafely } from '../../model/text.ts';
import { findProgram } from '../../programs/find-program.ts';
import { Relay } from '../../programs/relay.ts';
import { type ProgramLimits, runProgram } from '../../programs/subprocess.ts';
import { type CallEnd, refuseFinally } from '../ai-sdk/call-end.ts';
import { loadReceipt } from '../ai-sdk/receipt.ts';
import type { Prompt } from '../prompt.ts';
import type { Provider } from '../provider.ts';
import type { ProgramHouse, Surroundings } from '../surroundings.ts';
import type { AgentCli } from './agent-cli.ts';
import { readRun } from './read-run.ts';
import { parseModel, settle } from './settle.ts';

/** The gateway bounds how long it holds a request, and how long the provider is silent: meanwhile nobody is idle. */
const defaultLimits: ProgramLimits = { idleMs: 120_000, wallMs: 900_000, maxOutputBytes: 64 * 1024 * 1024 };

/** The answer, a reminder of its form, and a tool or two that a model tries in vain. */
const maxRequests = 4;

interface Asking {
  readonly cli: AgentCli;
  readonly spec: string;
  readonly model: string;
  readonly origin: string;
  readonly token: string;
  readonly programs: ProgramHouse;
  readonly limits: ProgramLimits;
}

interface Wish {
  readonly prompt: Prompt;
  readonly callId: string;
  readonly repeatsUsed: number;
  readonly signal: AbortSignal;
}

/** A coding agent's own program that is asked for text; its requests go through the gateway like all others. */
export function openAgentProvider(
  cli: AgentCli,
  spec: string,
  role: AskingRole,
  { gateway, programs }: Surroundings,
  limits: ProgramLimits = defaultLimits,
): Provider {
  const model = parseModel(cli.scheme, spec);
  const asking = { cli, spec, model, ...findAccess(spec, role, gateway, programs), limits };
  return {
    async ask(_ask, { prompt, repeatsUsed, signal }) {
      signal.throwIfAborted();
      const callId = randomUUID();
      const end = await call(asking, { prompt, callId, repeatsUsed, signal });
      signal.throwIfAborted();
      if (end.kind === 'parked') return end;
      const { scheme } = cli;
      return settle({ scheme, spec, model }, end, await loadReceipt(asking.origin, asking.token, callId));
    },
  };
}

function findAccess(
  spec: string,
  role: AskingRole,
  gateway: GatewayAccess | null,
  programs: ProgramHouse | null,
): Pick<Asking, 'origin' | 'token' | 'programs'> {
  if (gateway === null) {
    throw new AgentOsError('GATEWAY_MISSING', `${quoteSafely(spec)} cannot be asked: this batch has no gateway`);
  }
  if (programs === null) throw new AgentOsError('PROGRAMS_REFUSED', `${quoteSafely(spec)} cannot be run here`);
  return { origin: gateway.origin, token: gateway.tokens[role], programs };
}

/** Runs it once. */
async function call(asking: Asking, { prompt, callId, repeatsUsed, signal }: Wish): Promise<CallEnd> {
  const { cli, spec, model, programs, limits } = asking;
  const { environment } = programs;
  using home = programs.openHome();
  const program = findProgram(cli.program, environment['PATH'] ?? '', home.emptyDir);
  if (program === null) return refuseFinally('request', `${spec}: ${describeMissing(cli)}`);
  await using relay = await Relay.open({
    target: `${asking.origin}/${cli.provider}`,
    token: asking.token,
    headers: { 'x-agentos-call': callId, 'x-agentos-repeats-used': String(repeatsUsed) },
    maxRequests,
  });
  const { origin, token } = relay;
  const launch = cli.makeLaunch({ model, prompt, home, origin, token });
  const end = await runProgram({
    program,
    args: launch.args,
    folder: home.emptyDir,
    environment: { ...environment, HOME: home.dir, TMPDIR: home.temporaryDir, ...launch.environment },
    input: launch.input,
    limits,
    isWaiting: () => relay.isBusy,
    signal,
  });
  if (end.kind === 'exited') await relay.settle();
  const reply = end.kind === 'exited' ? cli.readReply(end.stdout) : null;
  return readRun({ spec, cli, limits, end, reply, seen: relay, now: Date.now() });
}

export function describeMissing({ program, advice }: Pick<AgentCli, 'program' | 'advice'>): string {
  return `the program ${program} is not in PATH; get it by \`${advice}\``;
}
