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
    this.#listeners = [
      ...stopSignals().map((signal): [NodeJS.Signals, () => void] => [signal, () => this.#receive(signal)]),
      ['SIGTSTP', () => this.#suspend()],
      ['SIGCONT', () => handling.onContinue()],
    ];
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

/** By which of them somebody can stop us: whoever is to outlive its terminal is not told when that goes. */
export function stopSignals(): StopSignal[] {
  return isHangUpIgnored() ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

/** From the first moment on, whatever comes before the batch: whoever is to outlive its terminal does. */
export function ignoreHangUps(): void {
  if (isHangUpIgnored()) process.on('SIGHUP', () => {});
}

let isIgnored: boolean | null = null;

/** Node forgets which signals were ignored when it started: others know. Asked once, because a parent may end. */
function isHangUpIgnored(): boolean {
  isIgnored ??= isStartedByNohup() || isStdinUnreadable() || isIgnoredByParent();
  return isIgnored;
}

/** What `nohup` puts in the place of a terminal can only be written to. */
function isStdinUnreadable(): boolean {
  return (Number.parseInt(readField('/proc/self/fdinfo/0', 'flags'), 8) & 3) === 1;
}

/** A script that ignores it, by `nohup` or `trap`, lets all that it starts do so; in the mask SIGHUP is the lowest bit. */
function isIgnoredByParent(): boolean {
  return (Number.parseInt(readField(`/proc/${process.ppid}/status`, 'SigIgn').slice(-1), 16) & 1) === 1;
}

function readField(path: string, name: string): string {
  try {
    return readFileSync(path, 'latin1').match(new RegExp(`^${name}:\\s*(\\w+)$`, 'm'))?.[1] ?? '';
  } catch {
    return '';
  }
}
