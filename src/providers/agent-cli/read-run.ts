import type { WireProvider } from '../../model/credential.ts';
import { parseJson } from '../../model/json.ts';
import { signalOf } from '../../programs/signal-of.ts';
import type { ProgramEnd, ProgramLimits } from '../../programs/subprocess.ts';
import { type CallEnd, refuse, refuseFinally } from '../ai-sdk/call-end.ts';
import { readRefusal, refuseFor } from '../ai-sdk/read-refusal.ts';
import type { RefusedReply } from '../ai-sdk/watched-fetch.ts';
import { explainStop } from '../explain-stop.ts';
import { classifyStreamEvent } from '../wire/classify.ts';
import type { AgentCli, CliReply } from './agent-cli.ts';

/** What was seen between a program and the gateway. */
interface SeenCalls {
  readonly requests: number;
  readonly answers: number;
  readonly refused: RefusedReply | null;
  readonly cut: string | null;
  readonly tail: string;
}

/** A run that is over, and all that is known of it. */
export interface EndedRun {
  readonly spec: string;
  readonly cli: Pick<AgentCli, 'program' | 'provider' | 'streamEnd'>;
  readonly limits: ProgramLimits;
  readonly end: ProgramEnd;
  readonly reply: CliReply | null;
  readonly seen: SeenCalls;
  readonly now: number;
}

/** What it means. What was seen on the wire counts more than what the program made of it. */
export function readRun(run: EndedRun): CallEnd {
  const { spec, end, reply, seen, now } = run;
  const { provider, streamEnd } = run.cli;
  if (reply?.kind === 'answer' && isGiven(run)) return { kind: 'answer', text: reply.text, modelId: null };
  if (seen.refused !== null) return readRefusal(spec, provider, seen.refused, now);
  if (end.kind === 'stopped') return explainStop(`${spec}: ${run.cli.program}`, end.reason, run.limits);
  const told = findStreamTrouble(provider, seen.tail, now);
  if (told !== null) return refuseFor({ ...told, message: `${spec}: ${told.message}` }, now);
  if (seen.cut !== null) return refuse('network', `${spec}: ${seen.cut}`);
  if (seen.answers > 0 && !streamEnd.test(seen.tail)) return refuse('network', `${spec}: the reply was cut off`);
  return explainEnd(run, end);
}

/** An answer that nobody gave is none: some words in a prompt make programs answer by themselves. */
function isGiven({ cli, end, seen }: EndedRun): boolean {
  return end.kind === 'exited' && end.code === 0 && (seen.answers > 0 || cli.streamEnd.test(seen.tail));
}

type OwnEnd = Exclude<ProgramEnd, { kind: 'stopped' }>;

function explainEnd({ spec, cli: { program }, reply, seen }: EndedRun, end: OwnEnd): CallEnd {
  if (end.kind === 'unstartable') return refuseFinally('request', `${spec}: ${program} cannot be run (${end.errno})`);
  if (end.kind === 'killed') return refuse('crash', `${spec}: ${program} was ended by ${end.signal}`);
  const signal = signalOf(end.code);
  if (signal !== null) return refuse('crash', `${spec}: ${program} was ended by ${signal}`);
  const told = reply?.kind === 'trouble' ? reply.message : 'it answered by itself';
  const words = [told, lastLine(end.stderr)].filter((word) => word !== '').join('; ');
  const message = `${spec}: ${program} ended with exit code ${end.code}: ${words}`;
  // Nobody was asked: whatever it minds, it would mind again.
  return seen.requests === 0 ? refuseFinally('request', message) : refuse('unreadable', message, 0);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

/** An error that was told inside a stream that had begun well. */
function findStreamTrouble(provider: WireProvider, tail: string, now: number) {
  const told = tail.split(/\r?\n/).flatMap((line) => {
    const data = line.startsWith('data:') ? parseJson(line.slice('data:'.length)) : null;
    return classifyStreamEvent(provider, data, now) ?? [];
  });
  return told.at(-1) ?? null;
}
