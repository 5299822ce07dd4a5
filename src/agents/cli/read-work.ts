import type { ProgramEnd, ProgramLimits } from '../../programs/subprocess.ts';
import { type EndedRun, readRun } from '../../providers/agent-cli/read-run.ts';
import { type CallEnd, refuse, refuseFinally } from '../../providers/ai-sdk/call-end.ts';
import type { CodingCli, WorkReply } from './coding-cli.ts';

/** Work that is over, and all that is known of it. */
export interface EndedWork {
  readonly spec: string;
  readonly cli: CodingCli;
  readonly limits: ProgramLimits & { readonly maxTurns: number };
  readonly end: ProgramEnd;
  /** What it printed, if it came to an end. */
  readonly reply: WorkReply | null;
  readonly now: number;
}

type Seen = EndedRun['seen'] & { readonly isExhausted: boolean };

/** What it means, where all requests went by us. */
export function readWork(work: EndedWork, seen: Seen): CallEnd {
  const own = seen.refused === null ? readOwnLimits(work, seen.isExhausted) : null;
  if (own !== null) return own;
  const { reply } = work;
  return readRun({ ...work, reply: reply?.kind === 'exhausted' ? { ...reply, kind: 'trouble' } : reply, seen });
}

/** What it means, where nobody saw its requests: only its own words tell. */
export function readUnseenWork(work: EndedWork): CallEnd {
  const { spec, end, reply } = work;
  const own = readOwnLimits(work, false);
  if (own !== null) return own;
  if (end.kind === 'exited' && end.code === 0 && reply?.kind === 'answer') {
    return { kind: 'answer', text: reply.text, modelId: null };
  }
  if (reply?.kind === 'trouble' && reply.status !== null) return refuseFor(`${spec}: ${reply.message}`, reply.status);
  // Whatever else it was: as if it had asked, and had not been answered.
  const seen = { requests: 1, answers: 0, refused: null, cut: null, tail: '' };
  return readRun({ ...work, reply: reply?.kind === 'trouble' ? reply : null, seen });
}

function refuseFor(message: string, status: number): CallEnd {
  if (status === 429) return refuse('limit', message);
  if (status === 401 || status === 403) return refuseFinally('auth', message);
  if (status === 529 || status === 503) return refuse('outage', message);
  return status >= 500 ? refuse('network', message) : refuseFinally('request', message);
}

function readOwnLimits({ spec, cli, limits, end, reply }: EndedWork, isExhausted: boolean): CallEnd | null {
  if (end.kind === 'unstartable' && end.errno.startsWith('sandbox')) {
    return refuseFinally('sandbox', `${spec}: ${cli.program} cannot be confined: ${end.errno}`);
  }
  if (end.kind === 'stopped' && end.reason === 'idle') {
    return refuseFinally('stall', `${spec}: ${cli.program} was silent for ${limits.idleMs / 1000} s`);
  }
  if (reply?.kind === 'exhausted' || (isExhausted && reply?.kind !== 'answer')) {
    return refuseFinally('timeout', `${spec}: ${cli.program} did not end within ${limits.maxTurns} turns`);
  }
  return null;
}
