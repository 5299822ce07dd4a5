import { readFileSync } from 'node:fs';
import { isStartedByNohup } from '../../config/environment.ts';
import { exitCodes } from '../../model/exit-codes.ts';

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface SignalHandling {
  /** The first one: stop within seconds. */
  onFirst(signal: StopSignal): void;
  /** Another one: stop now. */
  onAgain(signal: StopSignal): void;
  /** Before this process is stopped by Ctrl+Z, and after it goes on. */
  onSuspend(): void;
  onContinue(): void;
}

/** Whatever hangs, the process is gone by then. */
const lastMomentMs = 4_800;
const lastMomentAgainMs = 900;

/** Listens to signals until it is disposed; the process ends in time, whatever still waits. */
export class Signals implements Disposable {
  readonly #handling: SignalHandling;
  readonly #listeners: [NodeJS.Signals, () => void][];
  #first: StopSignal | null = null;

  constructor(handling: SignalHandling) {
    this.#handling = handling;
    const stops: StopSignal[] = isHangUpIgnored() ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
    this.#listeners = [
      ...stops.map((signal): [NodeJS.Signals, () => void] => [signal, () => this.#receive(signal)]),
      ['SIGTSTP', () => this.#suspend()],
      ['SIGCONT', () => handling.onContinue()],
    ];
    if (isHangUpIgnored()) this.#listeners.push(['SIGHUP', () => {}]);
    for (const [signal, listener] of this.#listeners) process.on(signal, listener);
  }

  /** The signal that stopped the batch; null if none did. */
  get first(): StopSignal | null {
    return this.#first;
  }

  [Symbol.dispose](): void {
    if (this.#first !== null) return;
    for (const [signal, listener] of this.#listeners) process.off(signal, listener);
  }

  #receive(signal: StopSignal): void {
    const isFirst = this.#first === null;
    this.#first ??= signal;
    const exitCode = exitCodes[this.#first];
    setTimeout(() => process.exit(process.exitCode ?? exitCode), isFirst ? lastMomentMs : lastMomentAgainMs).unref();
    if (isFirst) this.#handling.onFirst(signal);
    else this.#handling.onAgain(signal);
  }

  #suspend(): void {
    this.#handling.onSuspend();
    process.kill(process.pid, 'SIGSTOP');
  }
}

/** `nohup` leaves no other trace: Node forgets which signals were ignored when it started. */
function isHangUpIgnored(): boolean {
  return isStartedByNohup() || isStdinUnreadable();
}

/** What `nohup` puts in the place of a terminal can only be written to. */
function isStdinUnreadable(): boolean {
  try {
    const flags = Number.parseInt(
      readFileSync('/proc/self/fdinfo/0', 'latin1').match(/^flags:\s*(\d+)/m)?.[1] ?? '',
      8,
    );
    return (flags & 3) === 1;
  } catch {
    return false;
  }
}
