import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { StepEnv } from '../../../src/workflows/workflow.ts';
import { MemoryContext } from '../memory-context.ts';
import { asksFor, openBench, usingAdder } from './added-package.ts';
import { evidenceOf, goodCode } from './bench.ts';
import { failsWith } from './failure.ts';

const stepsOf = (bench: {
  readonly commands: readonly { readonly step: string; readonly argv: readonly string[] }[];
}) => bench.commands.map(({ step, argv }) => `${step} ${argv[0]}`);

test('work that adds a package becomes green: set-up is repeated with it before its tests are run', async () => {
  const { bench, changes } = openBench({ ...asksFor({ 'requirements.txt': 'adder\n' }), act: (root) => lacks(root) });
  using _bench = bench;
  const { end, context } = await bench.run({}, changes);
  const evidence = evidenceOf({ end });
  assert.deepEqual(stepsOf(evidence), [
    ...['prepare sh', 'prepare node', 'prove-red node', 'repeat-set-up sh', 'prove-green node'],
    ...['prove-without sh', 'prove-without node', 'prove-commit sh', 'prove-commit node'],
  ]);
  const repeated = evidence.commands.find(({ step }) => step === 'repeat-set-up');
  assert.equal(repeated?.commit, evidence.tested.commit);
  assert.equal(String(context.files.get(repeated?.outputPath ?? '')), 'installed adder\n');
  assert.deepEqual(
    evidence.changed.map(({ path }) => path),
    ['requirements.txt', 'src/sum.js', 'test/sum.test.js'],
  );
});

/** What was installed before the job is what the base asks for. */
function lacks(root: string): void {
  assert.equal(existsSync(join(root, 'node_modules/adder')), false);
}

test('what set-up leaves is no work in later rounds either, and set-up is not repeated without a reason', async () => {
  const wrong = { 'src/sum.js': usingAdder.replace(', 0', ', 1') };
  const { bench, changes } = openBench(
    asksFor({ 'requirements.txt': 'adder\n', ...wrong }),
    asksFor({ 'requirements.txt': 'adder\n' }),
  );
  using _bench = bench;
  const evidence = evidenceOf(await bench.run({}, changes));
  assert.equal(evidence.rounds, 2);
  assert.equal(stepsOf(evidence).filter((step) => step === 'repeat-set-up sh').length, 1);
  assert.throws(() => bench.show('node_modules/adder/index.js'));
});

test('a set-up that the work breaks is told to the agent with its command, and its output is kept', async () => {
  const { bench, changes } = openBench(
    asksFor({ 'requirements.txt': 'adder\nnobody\n' }),
    asksFor({ 'requirements.txt': 'adder\n' }),
  );
  using _bench = bench;
  const { end, context } = await bench.run({}, changes);
  const { commands } = evidenceOf({ end });
  assert.match(bench.jobs[2]?.instructions ?? '', /set-up failed \(sh -c .*requirements\.txt.*: exit 4\).*nobody/);
  const failed = commands.find(({ step, end: how }) => step === 'repeat-set-up' && how === 'exit 4');
  assert.match(String(context.files.get(failed?.outputPath ?? '')), /installed adder\n.*nobody/);
});

test('work that breaks set-up to the end fails as setup, and a later batch goes on with it', async () => {
  const { bench, changes } = openBench(
    asksFor({ 'requirements.txt': 'nobody\n' }),
    asksFor({ 'requirements.txt': 'nobody\n', 'a.txt': 'x\n' }),
    asksFor({ 'requirements.txt': 'adder\n' }),
  );
  using _bench = bench;
  const first = new MemoryContext();
  await assert.rejects(
    bench.runWith(first, changes),
    failsWith('setup', /stagnation.*set-up failed \(sh -c .*requirements\.txt/s),
  );
  assert.equal(existsSync(bench.path('.agentos/worktrees/137')), false);
  const { end, context } = await bench.run({ memos: first.memos, isLater: true }, changes);
  assert.match(context.lines.join('\n'), /note: with the work so far set-up failed/);
  assert.match(bench.jobs.at(-1)?.instructions ?? '', /set-up failed/);
  assert.equal(evidenceOf({ end }).rounds, 3);
});

class Killed extends Error {}

/** Killed once at the end of a step, before anybody has kept what it said. */
class MortalContext extends MemoryContext {
  override async step<T>(name: string, run: (env: StepEnv) => Promise<T> | T): Promise<T> {
    return await super.step(name, async (env) => {
      const value = await run(env);
      if (name === 'repeat-set-up') throw new Killed();
      return value;
    });
  }
}

test('a repeated set-up that is cut off is repeated, and no job is', async () => {
  const { bench, changes } = openBench(asksFor({ 'requirements.txt': 'adder\n' }));
  using _bench = bench;
  const killed = new MortalContext();
  await assert.rejects(bench.runWith(killed, changes), Killed);
  const { end } = await bench.run({ memos: killed.memos }, changes);
  const evidence = evidenceOf({ end });
  assert.deepEqual(bench.kinds, ['write-tests', 'implement']);
  assert.equal(stepsOf(evidence).filter((step) => step === 'repeat-set-up sh').length, 1);
  assert.equal(bench.show('src/sum.js') === goodCode, false);
});
