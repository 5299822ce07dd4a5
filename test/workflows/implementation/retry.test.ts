import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { sweep } from '../../needs.ts';
import { MemoryContext } from '../memory-context.ts';
import { Bench, evidenceOf, type Turn, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

const wrong = (value: number): Turn => ({
  files: { 'src/sum.js': `export function sum(numbers) {\n  return numbers.length < 0 ? 0 : ${value};\n}\n` },
});

test('a task that failed goes on in a later batch from what it had, in a worktree that is made and set up again', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [wrong(7), wrong(3), wrong(3), writesCode] });
  const building = { ...bench.order.building, setUpCommand: 'echo made > made.txt' };
  const first = new MemoryContext();
  await assert.rejects(bench.runWith(first, { building }), failsWith('red-tests', /oscillation/));
  assert.equal(existsSync(bench.path('.agentos/worktrees/137')), false);
  const setUps = bench.commands.filter((each) => each.includes('made.txt')).length;
  const { end } = await bench.run({ memos: first.memos, isLater: true }, { building });
  evidenceOf({ end });
  assert.deepEqual(bench.kinds, ['write-tests', 'implement', 'implement', 'implement', 'implement']);
  assert.equal(bench.log.length, 1);
  // Once each for the worktree that was made again, the one without the change, and the one of nothing but the commit.
  assert.equal(bench.commands.filter((each) => each.includes('made.txt')).length, setUps + 3);
  assert.throws(() => bench.show('made.txt'));
});

test('tests that were refused three times may be tried again in a later batch', async () => {
  using bench = new Bench({ 'write-tests': [{}, {}, {}, writesTests], implement: [writesCode] });
  const first = new MemoryContext();
  await assert.rejects(bench.runWith(first), failsWith('red-tests', /3 rounds/));
  evidenceOf(await bench.run({ memos: first.memos, isLater: true }));
});

test('what earlier batches found is told to the agent once, and never stops a retry', async () => {
  const turns = { 'write-tests': [{}, writesTests], implement: [wrong(7), wrong(7), wrong(7), writesCode] };
  using bench = new Bench(turns);
  const first = new MemoryContext();
  await assert.rejects(bench.runWith(first), failsWith('red-tests', /oscillation/));
  assert.equal(first.lines.filter((line) => line.startsWith('not red')).length, 1);
  const { end, context } = await bench.run({ memos: first.memos, isLater: true });
  assert.deepEqual(
    context.lines.filter((line) => /not red|back to the best/.test(line)),
    [],
  );
  // The first job of the retry left all as it was: neither the same findings nor the same files count from before.
  assert.equal(bench.kinds.filter((kind) => kind === 'implement').length, 4);
  const [told, again] = bench.jobs.slice(-2).map(({ instructions }) => instructions);
  assert.match(told ?? '', /010 two numbers/);
  assert.equal(told, again);
  evidenceOf({ end });
});

sweep('a rejected task is reviewed anew in a later batch', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [writesCode, wrongName, writesCode] });
  const reviews = [{ answer: 'REVISE' }, { answer: 'REVISE' }, { answer: 'APPROVED' }];
  const script = { schemaVersion: 1, ledger: 'ledger', tasks: { 137: { 'review-code': reviews } } };
  bench.workspace.write({ 'review.json': JSON.stringify(script) });
  const changes = { reviewer: 'scripted:review.json', maxIterations: 2 };
  const first = await bench.run({}, changes);
  assert.equal(first.end.kind, 'rejected');
  const { end } = await bench.run({ memos: first.context.memos, isLater: true }, changes);
  assert.equal(evidenceOf({ end }).reviews.length, 3);
});

const wrongName: Turn = {
  files: { 'src/sum.js': 'export function sum(all) {\n  return all.reduce((whole, each) => whole + each, 0);\n}\n' },
};
