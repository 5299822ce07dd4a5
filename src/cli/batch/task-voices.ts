import { join } from 'node:path';
import { OutputPrefixer } from '../../parallel/output-prefixer.ts';
import { openTaskLog, type TaskLog } from '../../store/task-log.ts';

const newline = 0x0a;

type Stream = 'stdout' | 'stderr';

export interface VoicesSetup {
  readonly logsDir: string;
  /** `LLD-137`: the name of a task's log, and in brackets the start of its lines. */
  nameOf(task: string): string;
  /** Whole lines, prefixed and harmless. */
  print(stream: Stream, lines: string): void;
  onTrouble(message: string): void;
}

interface Voice {
  /** Whether the last byte ended a line. */
  isAtLineStart: boolean;
  readonly log: TaskLog;
  readonly prefixers: Readonly<Record<Stream, OutputPrefixer>>;
}

/** What running tasks say: raw to their logs, line by line to the person. */
export class TaskVoices implements Disposable {
  readonly #setup: VoicesSetup;
  readonly #voices = new Map<string, Voice>();

  constructor(setup: VoicesSetup) {
    this.#setup = setup;
  }

  hear(task: string, stream: Stream, chunk: Buffer): void {
    const voice = this.#voiceOf(task);
    voice.log.append(chunk);
    voice.isAtLineStart = chunk.at(-1) === newline;
    voice.prefixers[stream].push(chunk);
  }

  /** A line of ours for the log: what became of the task. */
  note(task: string, line: string): void {
    const isSpeaking = this.#voices.has(task);
    const voice = this.#voiceOf(task);
    voice.log.append(Buffer.from(`${voice.isAtLineStart ? '' : '\n'}${line}\n`));
    voice.isAtLineStart = true;
    if (!isSpeaking) this.end(task);
  }

  /** The task says nothing more, or not for now. */
  end(task: string): void {
    const voice = this.#voices.get(task);
    this.#voices.delete(task);
    voice?.prefixers.stdout.end();
    voice?.prefixers.stderr.end();
    voice?.log[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const task of [...this.#voices.keys()]) this.end(task);
  }

  #voiceOf(task: string): Voice {
    const known = this.#voices.get(task);
    if (known !== undefined) return known;
    const { logsDir, nameOf, print, onTrouble } = this.#setup;
    const name = nameOf(task);
    const makePrefixer = (stream: Stream) =>
      new OutputPrefixer({ prefix: `[${name}] `, write: (lines) => print(stream, lines) });
    const voice: Voice = {
      isAtLineStart: true,
      log: openTaskLog(join(logsDir, `${name}.log`), {
        onTrouble: (error) => onTrouble(`the log of ${task}: ${error instanceof Error ? error.message : error}`),
      }),
      prefixers: { stdout: makePrefixer('stdout'), stderr: makePrefixer('stderr') },
    };
    this.#voices.set(task, voice);
    return voice;
  }
}
