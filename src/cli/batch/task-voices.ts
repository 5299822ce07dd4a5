import { join } from 'node:path';
import type { Redacted, RedactedBytes } from '../../model/redacted.ts';
import { OutputPrefixer } from '../../parallel/output-prefixer.ts';
import type { Redaction, StreamRedaction } from '../../redaction/redaction.ts';
import { openTaskLog, type TaskLog } from '../../store/task-log.ts';

const newline = 0x0a;

type Stream = 'stdout' | 'stderr';
/** What a task says itself, and what it and its programs print. */
type Source = Stream | 'said';

export interface VoicesSetup {
  readonly logsDir: string;
  /** `LLD-137`: the name of a task's log, and in brackets the start of its lines. */
  nameOf(task: string): string;
  readonly redaction: Redaction;
  /** Whole lines, prefixed and harmless. */
  print(stream: Stream, lines: Redacted): void;
  onTrouble(message: string): void;
}

interface Voice {
  /** Whether the last byte ended a line. */
  isAtLineStart: boolean;
  readonly log: TaskLog;
  readonly streams: Map<Source, VoiceStream>;
}

interface VoiceStream {
  readonly redactor: StreamRedaction;
  readonly prefixer: OutputPrefixer;
}

/** What running tasks say: byte for byte to their logs, line by line to the person, and no secret to either. */
export class TaskVoices implements Disposable {
  readonly #setup: VoicesSetup;
  readonly #voices = new Map<string, Voice>();

  constructor(setup: VoicesSetup) {
    this.#setup = setup;
  }

  hear(task: string, stream: Stream, chunk: Buffer): void {
    const voice = this.#voiceOf(task);
    const heard = this.#streamOf(task, voice, stream);
    pass(voice, heard, heard.redactor.push(chunk));
  }

  /** A whole line, also where something was printed that has no end yet. */
  say(task: string, line: string): void {
    const { redaction } = this.#setup;
    const voice = this.#voiceOf(task);
    if (!voice.isAtLineStart) voice.log.append(redaction.vouchBytes('\n'));
    pass(voice, this.#streamOf(task, voice, 'said'), redaction.bytes(`${line}\n`));
  }

  /** Whole lines of ours for the log: what became of the task. */
  note(task: string, lines: Redacted): void {
    const isSpeaking = this.#voices.has(task);
    const voice = this.#voiceOf(task);
    voice.log.append(this.#setup.redaction.vouchBytes(`${voice.isAtLineStart ? '' : '\n'}${lines}`));
    voice.isAtLineStart = true;
    if (!isSpeaking) this.end(task);
  }

  /** The task says nothing more, or not for now. */
  end(task: string): void {
    const voice = this.#voices.get(task);
    this.#voices.delete(task);
    if (voice === undefined) return;
    for (const stream of voice.streams.values()) {
      pass(voice, stream, stream.redactor.end());
      stream.prefixer.end();
    }
    voice.log[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const task of [...this.#voices.keys()]) this.end(task);
  }

  #voiceOf(task: string): Voice {
    const known = this.#voices.get(task);
    if (known !== undefined) return known;
    const { logsDir, nameOf, onTrouble } = this.#setup;
    const log = openTaskLog(join(logsDir, `${nameOf(task)}.log`), {
      onTrouble: (error) => onTrouble(`the log of ${task}: ${error instanceof Error ? error.message : error}`),
    });
    const voice: Voice = { isAtLineStart: true, log, streams: new Map() };
    this.#voices.set(task, voice);
    return voice;
  }

  #streamOf(task: string, { streams }: Voice, source: Source): VoiceStream {
    const known = streams.get(source);
    if (known !== undefined) return known;
    const { nameOf, print, redaction } = this.#setup;
    const prefixer = new OutputPrefixer({
      prefix: `[${nameOf(task)}] `,
      write: (lines) => print(source === 'stderr' ? 'stderr' : 'stdout', redaction.vouch(lines)),
    });
    const opened = { redactor: redaction.openStream(), prefixer };
    streams.set(source, opened);
    return opened;
  }
}

function pass(voice: Voice, { prefixer }: VoiceStream, bytes: RedactedBytes): void {
  if (bytes.length === 0) return;
  voice.log.append(bytes);
  voice.isAtLineStart = bytes.at(-1) === newline;
  prefixer.push(bytes);
}
