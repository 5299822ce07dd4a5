import { tellStderr } from '../../programs/spoken-lines.ts';
import type { ProgramEnd, ProgramLimits } from '../../programs/subprocess.ts';
import { type Refusal, refuse, refuseFinally } from '../ai-sdk/call-end.ts';
import { explainStop } from '../explain-stop.ts';
import { withoutThoughts } from '../without-thoughts.ts';

type CommandReply = { readonly kind: 'answer'; readonly text: string } | Refusal;

/** Its output, if it ended well; else why not, with the last that it said about it. */
export function readCommandEnd(name: string, end: ProgramEnd, limits: ProgramLimits): CommandReply {
  switch (end.kind) {
    case 'unstartable':
      return refuseFinally('request', `command:${name} cannot be run (${end.errno})`);
    case 'killed':
      return refuse('crash', `command:${name} was ended by ${end.signal}${tellStderr(end.stderr)}`);
    case 'stopped':
      return explainStop(`command:${name}`, end.reason, limits);
    case 'exited':
      if (end.code !== 0)
        return refuse('unreadable', `command:${name} ended with exit code ${end.code}${tellStderr(end.stderr)}`);
      if (end.stdout.trim() === '')
        return refuse('unreadable', `command:${name} printed nothing${tellStderr(end.stderr)}`);
      return { kind: 'answer', text: withoutThoughts(end.stdout) };
  }
}
