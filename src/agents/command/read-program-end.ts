import { cutText } from '../../model/text.ts';
import { signalOf } from '../../programs/signal-of.ts';
import { listSpokenLines, tellStderr } from '../../programs/spoken-lines.ts';
import type { ProgramEnd, ProgramLimits, StopReason } from '../../programs/subprocess.ts';
import { type Refusal, refuse, refuseFinally } from '../../providers/ai-sdk/call-end.ts';

const longestText = 2000;

/** What the end of a program means that has worked in a worktree: what it said last, or why that is nothing. */
export function readProgramEnd(
  name: string,
  end: ProgramEnd,
  limits: ProgramLimits,
): { readonly kind: 'answer'; readonly text: string } | Refusal {
  switch (end.kind) {
    case 'unstartable':
      return refuseUnstartable(name, end.errno);
    case 'killed':
      return refuseKilled(name, end.signal, end.stderr);
    case 'stopped':
      return explainStop(name, end.reason, limits);
    case 'exited':
      if (end.code === 0) return { kind: 'answer', text: cutText(lastLine(end.stdout), longestText) };
      return explainCode(name, end.code, end.stderr);
  }
}

function explainCode(name: string, code: number, stderr: string): Refusal {
  const signal = signalOf(code);
  if (signal !== null) return refuseKilled(name, signal, stderr);
  return refuseFinally('agent', `${name} ended with exit code ${code}${tellStderr(stderr)}`);
}

function refuseKilled(name: string, signal: string, stderr: string): Refusal {
  return refuse('crash', `${name} was ended by ${signal}${tellStderr(stderr)}`);
}

/** The sandbox tells of its own trouble in the same way. */
export function refuseUnstartable(name: string, errno: string): Refusal {
  return refuseFinally(errno.startsWith('sandbox') ? 'sandbox' : 'request', `${name} cannot be run (${errno})`);
}

export function explainStop(name: string, reason: StopReason, limits: ProgramLimits): Refusal {
  if (reason === 'output') {
    return refuseFinally('unreadable', `${name} printed more than ${Math.ceil(limits.maxOutputBytes / 1024)} KiB`);
  }
  if (reason === 'idle') return refuseFinally('stall', `${name} was silent for ${limits.idleMs / 1000} s`);
  return refuseFinally('timeout', `${name} did not end within ${limits.wallMs / 1000} s`);
}

function lastLine(text: string): string {
  return listSpokenLines(text).at(-1) ?? 'it said nothing';
}
