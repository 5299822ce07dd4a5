import type { ProgramLimits, StopReason } from '../programs/subprocess.ts';
import { type Refusal, refuseFinally } from './ai-sdk/call-end.ts';

/** Why a program that was asked for text was stopped. */
export function explainStop(program: string, reason: StopReason, limits: ProgramLimits): Refusal {
  if (reason === 'output') {
    const mebibytes = Math.round(limits.maxOutputBytes / 1024 / 1024);
    return refuseFinally('unreadable', `${program} printed more than ${mebibytes} MiB`);
  }
  if (reason === 'idle') return refuseFinally('timeout', `${program} was silent for ${limits.idleMs / 1000} s`);
  return refuseFinally('timeout', `${program} did not end within ${limits.wallMs / 1000} s`);
}
