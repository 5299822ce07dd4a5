import { join } from 'node:path';
import { findProgram } from '../../programs/find-program.ts';
import { Relay } from '../../programs/relay.ts';
import type { ProgramEnd } from '../../programs/subprocess.ts';
import { describeMissing } from '../../providers/agent-cli/agent-provider.ts';
import { type CallEnd, refuseFinally } from '../../providers/ai-sdk/call-end.ts';
import type { ProgramHome } from '../../providers/surroundings.ts';
import type { ConfinedOrder } from '../../sandbox/sandbox.ts';
import type { AgentJob, JobOptions } from '../agent.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import type { CodingCli, ModelAccess } from './coding-cli.ts';
import { JsonLineReader } from './json-line-reader.ts';
import { readUnseenWork, readWork } from './read-work.ts';

export interface Work {
  readonly cli: CodingCli;
  readonly spec: string;
  readonly model: string;
  readonly surroundings: AgentSurroundings;
  readonly job: AgentJob;
  readonly options: JobOptions;
}

interface GatewayCall {
  readonly origin: string;
  readonly token: string;
  readonly callId: string;
}

/** Inside a sandbox with a loopback of its own, where nobody else listens. */
const portInside = 8080;

/** Runs it once; `answers` came whole on the way. */
export async function runByGateway(
  work: Work,
  call: GatewayCall,
): Promise<{ end: CallEnd; answers: number; client: string | null }> {
  const { cli, surroundings, job } = work;
  using home = surroundings.programs.openHome();
  const isApart = surroundings.sandbox.level === 'bwrap' && surroundings.network === 'gateway';
  const socketPath = join(home.dir, 'relay.sock');
  await using relay = await Relay.open({
    target: `${call.origin}/${cli.provider}`,
    token: call.token,
    headers: { 'x-agentos-call': call.callId, 'x-agentos-repeats-used': String(work.options.repeatsUsed) },
    maxRequests: job.limits.maxTurns * cli.requestsPerTurn,
    ...(isApart ? { socketPath } : {}),
  });
  const origin = isApart ? `http://127.0.0.1:${portInside}` : relay.origin;
  const end = await run(
    work,
    home,
    { kind: 'gateway', origin, token: relay.token },
    {
      network: isApart ? 'gateway' : 'host',
      relaySocket: isApart ? socketPath : null,
      relayPort: isApart ? portInside : null,
      isWaiting: () => relay.isBusy,
    },
  );
  if (end === null) return { end: refuseMissing(work), answers: 0, client: null };
  if (end.kind === 'exited') await relay.settle();
  return { end: readWork(describeEnd(work, end), relay), answers: relay.answers, client: relay.client };
}

/** By the user's own login: nobody stands between it and its models. */
export async function runByLogin(work: Work, folder: string): Promise<CallEnd> {
  using home = work.surroundings.programs.openHome();
  const end = await run(
    work,
    home,
    { kind: 'login', folder },
    {
      network: 'host',
      relaySocket: null,
      relayPort: null,
      isWaiting: () => false,
    },
  );
  return end === null ? refuseMissing(work) : readUnseenWork(describeEnd(work, end));
}

type Connection = Pick<ConfinedOrder, 'network' | 'relaySocket' | 'relayPort' | 'isWaiting'>;

/** Null if the program is not there. */
async function run(
  { cli, model, surroundings, job, options }: Work,
  home: ProgramHome,
  access: ModelAccess,
  connection: Connection,
): Promise<ProgramEnd | null> {
  const { programs, sandbox } = surroundings;
  const program = findProgram(cli.program, programs.environment['PATH'] ?? '', home.emptyDir);
  if (program === null) return null;
  const launch = cli.makeLaunch({ model, job, home, access, isConfined: sandbox.level === 'bwrap' });
  return await sandbox.run({
    program,
    args: launch.args,
    folder: job.worktree,
    environment: {
      ...programs.environment,
      HOME: home.dir,
      TMPDIR: home.temporaryDir,
      // Looking at the state of a worktree must not write into what is protected.
      GIT_OPTIONAL_LOCKS: '0',
      ...launch.environment,
    },
    input: launch.input,
    limits: job.limits,
    signal: options.signal,
    writable: [job.worktree, home.dir, ...(access.kind === 'login' ? [access.folder] : [])],
    protected: surroundings.protectedPaths,
    hidden: surroundings.hiddenPaths,
    ...connection,
    onOutput: tellWork(cli, job.worktree, options),
  });
}

/** Prints what it does, while it does it. */
function tellWork(cli: CodingCli, worktree: string, { print }: JobOptions): NonNullable<ConfinedOrder['onOutput']> {
  const reader = new JsonLineReader();
  return (chunk, stream) => {
    if (stream === 'stderr') return;
    const lines = reader.push(chunk).flatMap((event) => cli.describeEvent(event, worktree));
    if (lines.length > 0) print(lines.map((line) => `${line}\n`).join(''));
  };
}

function describeEnd({ cli, spec, job }: Work, end: ProgramEnd) {
  const reply = end.kind === 'exited' ? cli.readReply(end.stdout, job.worktree) : null;
  return { spec, cli, limits: job.limits, end, reply, now: Date.now() };
}

function refuseMissing({ cli, spec }: Work): CallEnd {
  return refuseFinally('request', `${spec}: ${describeMissing(cli)}`);
}
