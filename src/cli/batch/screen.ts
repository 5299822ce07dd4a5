import type { BatchRecord } from '../../model/batch-record.ts';
import type { Redacted } from '../../model/redacted.ts';
import { renderHeartbeat } from '../../report/heartbeat.ts';
import { LiveLine } from '../../report/live-line.ts';
import { renderProgress } from '../../report/progress.ts';
import { Redraw } from '../../report/redraw.ts';
import { BoundedOutput } from '../bounded-output.ts';
import type { Door } from '../door.ts';
import type { TerminalFacts } from './terminal-facts.ts';

const frameMs = 150;
const heartbeatMs = 60_000;

export interface ScreenSetup {
  readonly door: Door;
  readonly facts: TerminalFacts;
  /** Tasks and events stay unseen: only the summary counts. */
  readonly isQuiet: boolean;
  /** Stdout carries one document, or events: everything else goes to stderr. */
  readonly isStdoutTaken: boolean;
  record(): BatchRecord;
}

/** What a person sees while a batch runs. It only listens, and never makes anybody wait. */
export class Screen implements Disposable {
  readonly #setup: ScreenSetup;
  readonly #stdout: BoundedOutput;
  readonly #stderr: BoundedOutput;
  readonly #live: LiveLine;
  readonly #redraw = new Redraw();
  readonly #timer: NodeJS.Timeout;
  readonly #onResize = () => this.#live.resize(process.stderr.columns ?? 80);
  /** Whatever ends the process, the terminal has its cursor back. */
  readonly #onExit = () => this.#live.stop();

  constructor(setup: ScreenSetup) {
    const { door, facts } = setup;
    this.#setup = setup;
    this.#stdout = new BoundedOutput(door.stdout);
    this.#stderr = new BoundedOutput(door.stderr);
    this.#live = new LiveLine({
      terminal: { write: (text) => process.stderr.write(text) },
      isEnabled: facts.isLive && !setup.isQuiet,
      columns: process.stderr.columns ?? 80,
      render: (columns) =>
        door.redaction.text(
          renderProgress({ record: setup.record(), now: Date.now(), columns, isUnicode: facts.isUnicode }),
        ),
    });
    this.#timer = facts.isLive
      ? setInterval(() => this.#refresh(), frameMs)
      : setInterval(() => this.#beat(), heartbeatMs);
    if (facts.isLive) process.stderr.on('resize', this.#onResize);
    process.on('exit', this.#onExit);
  }

  /** Whole lines, each ending in a newline. */
  print(stream: 'stdout' | 'stderr', lines: Redacted): void {
    if (this.#setup.isQuiet) return;
    const output = stream === 'stdout' && !this.#setup.isStdoutTaken ? this.#stdout : this.#stderr;
    this.#live.print(lines, output);
  }

  /** Before the process stops itself: the terminal is as it was. */
  hide(): void {
    this.#live.hide();
  }

  show(): void {
    this.#onResize();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    process.stderr.off('resize', this.#onResize);
    process.off('exit', this.#onExit);
    this.#live.stop();
  }

  #refresh(): void {
    if (this.#redraw.isDue(this.#setup.record().lastAt, Date.now())) this.#live.update();
  }

  #beat(): void {
    const { record, door } = this.#setup;
    this.print('stderr', door.redaction.text(`[COORDINATOR] ${renderHeartbeat(record(), Date.now())}\n`));
  }
}
