import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Failure, policies } from '../../src/model/failure.ts';
import type { PersonsAnswer } from '../../src/model/persons-answer.ts';
import type { TaskReceipt } from '../../src/model/task-receipt.ts';
import type { ProviderReply } from '../../src/providers/provider.ts';
import type { AnsweredCall, CallEnv, FileToPublish, StepEnv, WorkflowContext } from '../../src/workflows/workflow.ts';

/** One kept value: its key, and the value as JSON, for a value that is no JSON would not survive. */
export type Memo = readonly [key: string, json: string];

/** A refusal that ended the task. */
export class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The task waits for a person. */
export class Parked extends Error {}

export interface MemoryOptions {
  readonly memos?: readonly Memo[];
  /** What people answer, in order; where none is left, the task parks. */
  readonly answers?: readonly PersonsAnswer[];
  /** It goes on with what an earlier batch kept. */
  readonly isLater?: boolean;
  readonly signal?: AbortSignal;
}

const firstTime = Date.UTC(2026, 1, 3, 12);
const mostTries = 20;

/** A context that keeps everything in memory and can go on from any prefix of what another one kept. */
export class MemoryContext implements WorkflowContext {
  readonly memos: Memo[];
  readonly lines: string[] = [];
  readonly questions: string[] = [];
  /** Keys of what was done by this context, not replayed. */
  readonly done: string[] = [];
  readonly #known: Map<string, string>;
  readonly #earlier: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();
  readonly #answers: readonly PersonsAnswer[];
  readonly #signal: AbortSignal;

  constructor(options: MemoryOptions = {}) {
    const { memos = [], answers = [], signal = new AbortController().signal, isLater = false } = options;
    this.memos = [...memos];
    this.#earlier = isLater ? new Set(memos.map(([key]) => key)) : new Set();
    this.#known = new Map(memos);
    this.#answers = answers;
    this.#signal = signal;
  }

  /** Every published file by its path. */
  get files(): Map<string, Buffer> {
    const published = this.memos.filter(([key]) => key.startsWith('publish-'));
    const files = published.flatMap(([, json]): [string, string][] => JSON.parse(json));
    return new Map(files.map(([path, base64]) => [path, Buffer.from(base64, 'base64')]));
  }

  async step<T>(name: string, run: (env: StepEnv) => Promise<T> | T): Promise<T> {
    return await this.#memo(this.#key(name), async () => await run({ signal: this.#signal }));
  }

  async call(name: string, ask: (env: CallEnv) => Promise<ProviderReply>): Promise<AnsweredCall> {
    const key = this.#key(name);
    for (let triesEnded = 0; triesEnded < mostTries; triesEnded += 1) {
      const step = `${key}/${triesEnded}`;
      const reply = await this.#memo<ProviderReply | { kind: 'lost' }>(step, async () => {
        const noteTry = () => this.#keep(step, { kind: 'lost' });
        const given = await ask({ signal: this.#signal, triesEnded, repeatsUsed: triesEnded, noteTry });
        if (given.kind === 'parked') throw new Parked(given.reason);
        return given;
      });
      if (reply.kind === 'answer')
        return {
          ...{
            text: reply.text,
            model: reply.model,
            ...(reply.program === undefined ? {} : { program: reply.program }),
          },
          ...{ callId: `memory/${step}`, isEarlier: this.#earlier.has(step) },
        };
      if (reply.kind === 'refusal' && (reply.isFinal || !policies[reply.failure.code].isEnvironmental))
        throw new Refused(reply.failure);
    }
    throw new Error(`${key} got no answer`);
  }

  async publish(name: string, files: readonly FileToPublish[]): Promise<void> {
    for (const { path, replaces } of files) {
      assert.equal(replaces, null, 'a file of the lineage takes no place');
      assert.ok(
        this.#known.has(`publish-${name}#${(this.#counts.get(`publish-${name}`) ?? 0) + 1}`) || !this.files.has(path),
      );
    }
    await this.step(`publish-${name}`, () =>
      files.map(({ path, content }) => [path, toBuffer(content).toString('base64')]),
    );
  }

  async sleep(name: string): Promise<void> {
    await this.step(name, () => null);
  }

  async approval(name: string, question: string): Promise<PersonsAnswer> {
    this.questions.push(question);
    const key = this.#key(name);
    return await this.#memo(key, async () => {
      const answer = this.#answers[this.questions.length - 1];
      if (answer === undefined) throw new Parked(question);
      return answer;
    });
  }

  async hold<T>(name: string, make: () => T): Promise<T> {
    return await this.step(name, make);
  }

  /** A minute for each kept value: the same in every replay. */
  async now(): Promise<number> {
    return await this.step('now', () => firstTime + this.memos.length * 60_000);
  }

  async receipt(): Promise<TaskReceipt | null> {
    return await this.step('receipt', () => ({ usd: 0.5, calls: 3, tokens: null }));
  }

  log(message: string): void {
    this.lines.push(message);
  }

  #key(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return `${name}#${count}`;
  }

  async #memo<T>(key: string, run: () => Promise<T>): Promise<T> {
    if (!this.#known.has(key)) {
      this.done.push(key);
      this.#keep(key, await run());
    }
    return JSON.parse(this.#known.get(key) ?? 'null');
  }

  #keep(key: string, value: unknown): void {
    const at = this.memos.findIndex(([known]) => known === key);
    const memo: Memo = [key, JSON.stringify(value ?? null)];
    if (at === -1) this.memos.push(memo);
    else this.memos[at] = memo;
    this.#known.set(...memo);
  }
}

function toBuffer(content: FileToPublish['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return 'sha256' in content ? readFileSync(content.path) : Buffer.from(content);
}
