import { join } from 'node:path';
import type { Redacted, RedactedBytes } from '../../model/redacted.ts';
import { OutputPrefixer } from '../../parallel/output-prefixer.ts';
import type { Redaction, StreamRedaction } from '../../redaction/redaction.ts';
import { openTaskLog, type TaskLog } from '../../store/task-log.ts';

const newline = 0x0a;

type Stream = 'stdout' | 'stderr';

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
  readonly streams: Readonly<Record<Stream, VoiceStream>>;
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
    pass(voice, voice.streams[stream].redactor.push(chunk), stream);
  }

  /** A line of ours for the log: what became of the task. */
  note(task: string, line: Redacted): void {
    const isSpeaking = this.#voices.has(task);
    const voice = this.#voiceOf(task);
    voice.log.append(this.#setup.redaction.vouchBytes(`${voice.isAtLineStart ? '' : '\n'}${line}\n`));
    voice.isAtLineStart = true;
    if (!isSpeaking) this.end(task);
  }

  /** The task says nothing more, or not for now. */
  end(task: string): void {
    const voice = this.#voices.get(task);
    this.#voices.delete(task);
    if (voice === undefined) return;
    for (const stream of ['stdout', 'stderr'] as const) {
      pass(voice, voice.streams[stream].redactor.end(), stream);
      voice.streams[stream].prefixer.end();
    }
    voice.log[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    for (const task of [...this.#voices.keys()]) this.end(task);
  }

  #voiceOf(task: string): Voice {
    const known = this.#voices.get(task);
    if (known !== undefined) return known;
    const { logsDir, nameOf, print, onTrouble, redaction } = this.#setup;
    const name = nameOf(task);
    const openStream = (stream: Stream): VoiceStream => ({
      redactor: redaction.openStream(),
      prefixer: new OutputPrefixer({
        prefix: `[${name}] `,
        write: (lines) => print(stream, redaction.vouch(lines)),
      }),
    });
    const voice: Voice = {
      isAtLineStart: true,
      log: openTaskLog(join(logsDir, `${name}.log`), {
        onTrouble: (error) => onTrouble(`the log of ${task}: ${error instanceof Error ? error.message : error}`),
      }),
      streams: { stdout: openStream('stdout'), stderr: openStream('stderr') },
    };
    this.#voices.set(task, voice);
    return voice;
  }
}

function pass(voice: Voice, bytes: RedactedBytes, stream: Stream): void {
  if (bytes.length === 0) return;
  voice.log.append(bytes);
  voice.isAtLineStart = bytes.at(-1) === newline;
  voice.streams[stream].prefixer.push(bytes);
}
