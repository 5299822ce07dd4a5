import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely, showSafely } from '../../model/text.ts';
import { Relay } from '../../programs/relay.ts';
import { type CallEnd, refuseFinally } from '../../providers/ai-sdk/call-end.ts';
import { loadReceipt, type Receipt } from '../../providers/ai-sdk/receipt.ts';
import { type Command, parseCommand } from '../../providers/command/split-command.ts';
import type { ProviderReply } from '../../providers/provider.ts';
import type { Agent, AgentJob, JobOptions } from '../agent.ts';
import { nameProgram } from '../cli/name-program.ts';
import type { RelayPlace } from '../command/run-in-worktree.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import { converse } from './converse.ts';
import { makeLaunch } from './launch.ts';
import { readTalk } from './read-talk.ts';

/** Inside a sandbox with a loopback of its own, where nobody else listens. */
const portInside = 8080;
/** Agents ask for more than answers: titles, counts of tokens. */
const requestsPerTurn = 3;

interface Work {
  readonly name: string;
  readonly command: Command;
  readonly surroundings: AgentSurroundings;
  readonly job: AgentJob;
  readonly options: JobOptions;
}

/** Any agent that speaks the Agent Client Protocol (`acp:<command>`). Throws SPEC_INVALID, or LOGIN_MISSING. */
export function openAcpAgent(spec: string, surroundings: AgentSurroundings): Agent {
  const command = parseCommand(`command:${spec.slice('acp:'.length)}`);
  const name = `acp:${basename(command.name)}`;
  if (surroundings.auth === 'login') {
    throw new AgentOsError('LOGIN_MISSING', `${quoteSafely(spec)} has no login that we know of; ask by the gateway`);
  }
  const { gateway } = surroundings;
  return {
    async work(job, options) {
      options.signal.throwIfAborted();
      const callId = randomUUID();
      const { end, answers, client } = await run({ name, command, surroundings, job, options }, callId);
      options.signal.throwIfAborted();
      if (end.kind === 'parked') return end;
      if (gateway === null || answers === null) return settle(name, end, unmeasured);
      const receipt = await loadReceipt(gateway.origin, gateway.tokens.agent, callId);
      // What was repeated and then answered is behind us.
      return nameProgram(settle(name, end, answers === 0 ? receipt : { ...receipt, repeats: 0 }), client);
    },
  };
}

const unmeasured: Receipt = { usd: null, answeredBy: null, models: [], repeats: 0 };

/** Which model it asks is its own affair: the token says which ones it may. */
function settle(name: string, end: Exclude<CallEnd, { kind: 'parked' }>, receipt: Receipt): ProviderReply {
  const { usd, answeredBy, repeats } = receipt;
  if (end.kind === 'refusal') return { ...end, repeats, usd };
  const model = showSafely(answeredBy === null ? name : `${name}:${answeredBy}`);
  return { kind: 'answer', text: end.text, model, usd };
}

interface Ended {
  readonly end: CallEnd;
  readonly answers: number | null;
  readonly client: string | null;
}

/** Runs it once; `answers` came whole on the way, null if it asked nobody. */
async function run(work: Work, callId: string): Promise<Ended> {
  const { name, command, surroundings, job } = work;
  const { programs, sandbox, network } = surroundings;
  using home = programs.openHome();
  const isApart = sandbox.level === 'bwrap' && network === 'gateway';
  const place = { socket: join(home.dir, 'relay.sock'), port: portInside };
  await using relay = await openRelay(work, callId, isApart ? place : null);
  const origin = isApart ? `http://127.0.0.1:${portInside}` : relay?.origin;
  const access = relay === null || origin === undefined ? null : { origin, token: relay.token };
  const launch = makeLaunch(command, home, access);
  const hidden = launch.hidden.map((file) => join(job.worktree, file)).filter((path) => existsSync(path));
  const [found] = hidden;
  if (found !== undefined && sandbox.level === 'none')
    return { end: refuseUnhidden(name, found), answers: null, client: null };
  const { talk, end } = await converse(surroundings, {
    ...{ job, options: work.options, home, launch, hidden, name: command.name },
    relay: describePlace(relay, isApart ? place : null),
    isWaiting: () => relay?.isBusy ?? false,
  });
  await relay?.settle();
  const ended = { name, limits: job.limits, talk, end, seen: relay, now: Date.now() };
  const answers = relay === null || relay.requests === 0 ? null : relay.answers;
  return { end: readTalk(ended), answers, client: relay?.client ?? null };
}

/** Only a sandbox can keep it from that. */
function refuseUnhidden(name: string, path: string): CallEnd {
  return refuseFinally('sandbox', `${name} would run code of ${basename(path)} of this repository: it needs a sandbox`);
}

function describePlace(relay: Relay | null, place: RelayPlace | null): RelayPlace | 'loopback' | null {
  return relay === null ? null : (place ?? 'loopback');
}

/** One for all providers: which one it asks is in the path. */
async function openRelay(
  { surroundings: { gateway }, job, options }: Work,
  callId: string,
  place: RelayPlace | null,
): Promise<Relay | null> {
  if (gateway === null) return null;
  return await Relay.open({
    target: gateway.origin,
    token: gateway.tokens.agent,
    headers: { 'x-agentos-call': callId, 'x-agentos-repeats-used': String(options.repeatsUsed) },
    maxRequests: job.limits.maxTurns * requestsPerTurn,
    ...(place === null ? {} : { socketPath: place.socket }),
  });
}
