import type { GithubRepository } from '../../github/setup.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { Clock } from '../../parallel/clock.ts';
import { loadPosted, notePosted } from '../../store/github-comments.ts';
import { describeDefect } from '../door.ts';

export interface ErrandsSetup {
  readonly baseDir: string;
  readonly repository: GithubRepository;
  readonly clock: Clock;
  /** Ends what errands wait for. */
  readonly controller: AbortController;
}

/** When errands are given up: others would meet the same. */
export interface Patience {
  /** So long the end of a batch waits for the last ones. */
  readonly longestFinishMs: number;
  readonly hopelessCodes: readonly string[];
  /** What is wrong with one issue says nothing of others. */
  readonly loneCodes: readonly string[];
  /** So many other failures in a row. */
  readonly hopelessFailures: number;
}

type NotedLink = Parameters<typeof notePosted>[2]['link'];

/** Something to be done for a task, once; `key` is noted when it is. */
export interface Errand {
  readonly id: string;
  readonly key: string;
  /** What is noted with it: where a pull request is. */
  run(): Promise<NotedLink | null>;
}

/** What could not be said on GitHub. */
export interface Unposted {
  readonly ids: readonly string[];
  readonly reason: string;
}

const noTime = 'there was no time left';

/** Errands run one after the other, beside the batch, each once over all batches. Contract: never throws for one that fails. */
export class Errands {
  readonly #setup: ErrandsSetup;
  readonly #patience: Patience;
  readonly #known: Set<string>;
  readonly #unposted = new Map<string, string>();
  #failures = 0;
  /** Why nothing more is tried; null if it is. */
  #despair: string | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(setup: ErrandsSetup, patience: Patience) {
    this.#setup = setup;
    this.#patience = patience;
    this.#known = loadPosted(setup.baseDir, setup.repository);
  }

  /** What was done already is left alone. */
  add(errand: Errand): void {
    if (this.#known.has(errand.key)) return;
    this.#known.add(errand.key);
    this.#unposted.set(errand.id, noTime);
    this.#work = this.#work.then(() => this.#run(errand));
  }

  /** Waits for the last ones, but not for long; not at all if the person wants to leave. */
  async finish(isStopped: boolean): Promise<Unposted | null> {
    const { clock, controller } = this.#setup;
    const stop = () => controller.abort(new AgentOsError('GITHUB_STOPPED', noTime));
    const cancel = isStopped ? stop : clock.after(this.#patience.longestFinishMs, stop);
    if (isStopped) stop();
    await this.#work;
    cancel();
    const [reason] = this.#unposted.values();
    return reason === undefined ? null : { ids: [...this.#unposted.keys()], reason };
  }

  async #run({ id, key, run }: Errand): Promise<void> {
    const { baseDir, repository, clock, controller } = this.#setup;
    if (this.#despair !== null) this.#unposted.set(id, this.#despair);
    if (this.#despair !== null || controller.signal.aborted) return;
    try {
      const link = await run();
      this.#unposted.delete(id);
      this.#failures = 0;
      notePosted(baseDir, repository, { marker: key, at: clock.now(), link });
    } catch (error) {
      this.#fail(id, error instanceof AgentOsError ? error : describeDefect(error));
    }
  }

  /** What was done and could not be noted is looked for next time. Even a defect of ours must not end the batch. */
  #fail(id: string, { code, message }: AgentOsError): void {
    if (!this.#unposted.has(id)) return;
    this.#unposted.set(id, message);
    const { hopelessCodes, loneCodes, hopelessFailures } = this.#patience;
    this.#failures += loneCodes.includes(code) ? 0 : 1;
    if (hopelessCodes.includes(code) || this.#failures === hopelessFailures) this.#despair = message;
  }
}
