import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryContext } from '../memory-context.ts';
import { asksFor, openBench } from './added-package.ts';
import { evidenceOf, startFiles } from './bench.ts';
import { failsWith } from './failure.ts';

test('a script that would run by itself is judged before set-up is: it may reach the network, and an agent may not', async () => {
  const manifest = (scripts: object) => JSON.stringify({ name: 'sums', type: 'module', scripts });
  const hooked = manifest({ test: 'node --test', postinstall: 'sh steal.sh' });
  const { bench, changes } = openBench(
    asksFor({ 'requirements.txt': 'adder\n', 'package.json': hooked }),
    asksFor({ 'requirements.txt': 'adder\n', 'package.json': `${startFiles['package.json']}` }),
  );
  using _bench = bench;
  const evidence = evidenceOf(await bench.run({}, changes));
  assert.match(bench.jobs[2]?.instructions ?? '', /set-up is not repeated.*package\.json: postinstall was changed/);
  const repeats = evidence.commands.filter(({ step }) => step === 'repeat-set-up');
  assert.deepEqual(
    repeats.map(({ commit }) => commit),
    [evidence.tested.commit],
  );
});

test('nor is set-up run with such a script when a later batch makes the worktree again', async () => {
  const hooked = JSON.stringify({ type: 'module', scripts: { test: 'node --test', postinstall: 'sh steal.sh' } });
  const { bench, changes } = openBench(
    asksFor({ 'requirements.txt': 'adder\n', 'package.json': hooked }),
    asksFor({ 'requirements.txt': 'adder\n', 'package.json': `${startFiles['package.json']}` }),
  );
  using _bench = bench;
  const first = new MemoryContext();
  await assert.rejects(
    bench.runWith(first, { ...changes, maxIterations: 1 }),
    failsWith('gate', /postinstall was changed/),
  );
  const before = bench.commands.length;
  const { end, context } = await bench.run({ memos: first.memos, isLater: true }, changes);
  evidenceOf({ end });
  assert.match(context.lines.join('\n'), /set-up is not run with the work so far: gate sensitive: .*postinstall/);
  // The first command of that batch is the set-up for the mended work.
  assert.equal(bench.commands.slice(before).filter((each) => each.includes('requirements.txt')).length, 3);
});

test('packages that nothing installs are not borrowed from the main checkout by the work', async () => {
  const manifest = JSON.stringify({ type: 'module', scripts: { test: 'node --test' }, dependencies: { adder: '1' } });
  const { bench } = openBench(asksFor({ 'requirements.txt': '', 'package.json': manifest }));
  using _bench = bench;
  bench.workspace.write({ 'node_modules/adder/package.json': '{ "name": "adder" }' });
  const building = { ...bench.order.building, setUpCommand: '' };
  await assert.rejects(
    bench.run({}, { building, maxIterations: 1 }),
    failsWith('setup', /such as adder .*worktreeDir/),
  );
});
