import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MemoryContext } from '../memory-context.ts';
import { Bench, evidenceOf, type Turn, type Turns, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

/** A repository within the worktree: git would commit nothing but its name. */
const nests = (turn: Turn): Turn => ({
  ...turn,
  act: (worktree) => execFileSync('git', ['init', '--quiet', join(worktree, 'test/copy')]),
});
const unnests: Turn = { act: (worktree) => rmSync(join(worktree, 'test/copy'), { recursive: true }) };
const says = /"test\/copy\/" is a git repository of its own: remove its \.git/;

test('what an agent leaves that cannot be committed is told to it, whether it wrote tests or code', async () => {
  using bench = new Bench({ 'write-tests': [nests(writesTests), unnests], implement: [nests(writesCode), unnests] });
  evidenceOf(await bench.run());
  assert.deepEqual(bench.kinds, ['write-tests', 'write-tests', 'implement', 'implement']);
  const told = bench.jobs.map(({ instructions }) => says.test(instructions));
  assert.deepEqual(told, [false, true, false, true]);
  assert.equal(bench.log.length, 1);
});

test('who does not take it away when told fails with its name, and goes on later from what is there', async () => {
  const { bench, memos } = await leaveNested([nests(writesCode), nests({}), unnests]);
  using _ = bench;
  const { end } = await bench.run({ memos, isLater: true });
  evidenceOf({ end });
  assert.equal(bench.kinds.filter((kind) => kind === 'implement').length, 3);
  assert.match(bench.jobs.at(-1)?.instructions ?? '', says);
});

test('who takes it away by hand pays for no other job', async () => {
  const { bench, memos } = await leaveNested([nests(writesCode), nests({})]);
  using _ = bench;
  rmSync(bench.path('.agentos/worktrees/137/test/copy'), { recursive: true });
  const { end } = await bench.run({ memos, isLater: true });
  evidenceOf({ end });
});

async function leaveNested(implement: Turns['implement']) {
  const bench = new Bench({ 'write-tests': [writesTests], implement });
  const first = new MemoryContext();
  await assert.rejects(bench.runWith(first), failsWith('scope', says));
  assert.ok(existsSync(bench.path('.agentos/worktrees/137/test/copy/.git')), 'nothing is lost');
  return { bench, memos: first.memos };
}
