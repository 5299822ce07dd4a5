import type { ProgramEnd, ProgramLimits } from '../../programs/subprocess.ts';
import { type Refusal, refuse, refuseFinally } from '../ai-sdk/call-end.ts';
import { withoutThoughts } from '../without-thoughts.ts';

type CommandReply = { readonly kind: 'answer'; readonly text: string } | Refusal;

const mostLines = 5;

/** Its output, if it ended well; else why not, with the last that it said about it. */
export function readCommandEnd(name: string, end: ProgramEnd, limits: ProgramLimits): CommandReply {
  switch (end.kind) {
    case 'unstartable':
      return refuseFinally('request', `command:${name} cannot be run (${end.errno})`);
    case 'killed':
      return refuse('crash', `command:${name} was ended by ${end.signal}${tell(end.stderr)}`);
    case 'stopped':
      return refuseFinally(...explainStop(name, end.reason, limits));
    case 'exited':
      if (end.code !== 0)
        return refuse('unreadable', `command:${name} ended with exit code ${end.code}${tell(end.stderr)}`);
      if (end.stdout.trim() === '') return refuse('unreadable', `command:${name} printed nothing${tell(end.stderr)}`);
      return { kind: 'answer', text: withoutThoughts(end.stdout) };
  }
}

type Stopped = Extract<ProgramEnd, { kind: 'stopped' }>['reason'];

function explainStop(name: string, reason: Stopped, limits: ProgramLimits): ['timeout' | 'unreadable', string] {
  if (reason === 'output') {
    return ['unreadable', `command:${name} printed more than ${Math.round(limits.maxOutputBytes / 1024 / 1024)} MiB`];
  }
  if (reason === 'idle') return ['timeout', `command:${name} was silent for ${limits.idleMs / 1000} s`];
  return ['timeout', `command:${name} did not end within ${limits.wallMs / 1000} s`];
}

function tell(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const last = lines.filter((line) => line !== '').slice(-mostLines);
  return last.length === 0 ? '' : `: ${last.join(' | ')}`;
}
