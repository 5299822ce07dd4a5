import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepEnv } from '../../../src/workflows/workflow.ts';
import { type Memo, MemoryContext } from '../memory-context.ts';
import { Bench, evidenceOf, goodCode, writesCode, writesTests } from './bench.ts';

class Killed extends Error {}

/** A worker that is killed each time it has finished one step more than before it. */
class MortalContext extends MemoryContext {
  readonly #before: number;

  constructor(memos: readonly Memo[]) {
    super({ memos });
    this.#before = memos.length;
  }

  override async step<T>(name: string, run: (env: StepEnv) => Promise<T> | T): Promise<T> {
    const value = await super.step(name, run);
    if (this.memos.length > this.#before) throw new Killed(name);
    return value;
  }
}

/** A worker that is killed at the end of each step, before anybody has kept what the step said. */
class ForgetfulContext extends MemoryContext {
  readonly #forgotten: Set<string>;
  readonly #counts = new Map<string, number>();

  constructor(memos: readonly Memo[], forgotten: Set<string>) {
    super({ memos });
    this.#forgotten = forgotten;
  }

  override async step<T>(name: string, run: (env: StepEnv) => Promise<T> | T): Promise<T> {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return await super.step(name, async (env) => {
      const value = await run(env);
      const key = `${name}#${count}`;
      if (name.startsWith('publish-') || this.#forgotten.has(key)) return value;
      this.#forgotten.add(key);
      throw new Killed(name);
    });
  }
}

async function runUntilDone(
  bench: Bench,
  open: (memos: readonly Memo[]) => MemoryContext,
): Promise<[string[], MemoryContext]> {
  const killedAt: string[] = [];
  let memos: readonly Memo[] = [];
  for (let lives = 0; lives < 100; lives += 1) {
    const context = open(memos);
    try {
      const end = await bench.runWith(context);
      assert.equal(bench.log.length, 1);
      assert.equal(`${bench.show('src/sum.js')}\n`, goodCode);
      assert.equal(bench.git('rev-parse', 'agentos/137'), evidenceOf({ end }).commit);
      assert.equal(bench.git('rev-list', '--count', 'main..agentos/137'), '1');
      assert.equal(bench.git('worktree', 'list').split('\n').length, 1);
      return [killedAt, context];
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      killedAt.push(error.message);
      memos = context.memos;
    }
  }
  throw new Error('it never ends');
}

const steps = [
  ...['load-lld', 'now', 'open-worktree', 'prepare', 'keep-tests', 'prove-red', 'keep-work', 'prove-green'],
  ...['prove-without', 'gates', 'receipt', 'commit', 'remove-worktree'],
];

test('a task that is killed after each of its steps ends the same, and no job is done twice', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [writesCode] });
  const [killedAt] = await runUntilDone(bench, (memos) => new MortalContext(memos));
  assert.deepEqual(
    killedAt.filter((name) => !name.startsWith('publish-')),
    steps,
  );
  assert.deepEqual(bench.kinds, ['write-tests', 'implement']);
});

test('each step can be cut off at its very end and be repeated', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [writesCode] });
  const forgotten = new Set<string>();
  const [killedAt] = await runUntilDone(bench, (memos) => new ForgetfulContext(memos, forgotten));
  assert.deepEqual(killedAt, steps);
  assert.deepEqual(bench.kinds, ['write-tests', 'implement']);
});
