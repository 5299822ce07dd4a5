import { OutputPrefixer } from '../parallel/output-prefixer.ts';

type Stream = 'stdout' | 'stderr';

/** What running tasks print, as whole lines that say whose they are. */
export class Voices {
  readonly #onOutput: (id: string, stream: Stream, lines: string) => void;
  readonly #prefixers = new Map<string, OutputPrefixer>();

  constructor(onOutput: (id: string, stream: Stream, lines: string) => void) {
    this.#onOutput = onOutput;
  }

  hear(id: string, stream: Stream, chunk: Buffer): void {
    const key = `${id} ${stream}`;
    const known = this.#prefixers.get(key);
    const write = (lines: string) => this.#onOutput(id, stream, lines);
    const prefixer = known ?? new OutputPrefixer({ prefix: `[${id}] `, write });
    if (known === undefined) this.#prefixers.set(key, prefixer);
    prefixer.push(chunk);
  }

  /** The task says nothing more, or not for now. */
  end(id: string): void {
    for (const stream of ['stdout', 'stderr']) {
      this.#prefixers.get(`${id} ${stream}`)?.end();
      this.#prefixers.delete(`${id} ${stream}`);
    }
  }
}
