import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sweep } from '../../needs.ts';
import { Bench, evidenceOf, goodCode, goodTests, type Turn, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

sweep('a file that no design announces is told, and fails the task if that is wanted', async () => {
  const more: Turn = { files: { 'src/sum.js': goodCode, 'notes/extra.md': 'One.\n' } };
  const turns = { 'write-tests': [writesTests], implement: [more, { files: { 'notes/extra.md': 'Two.\n' } }] };
  using lenient = new Bench(turns);
  const scope = evidenceOf(await lenient.run()).gates.find(({ gate }) => gate === 'scope');
  assert.equal(scope?.state, 'warned');
  assert.match(scope?.findings.join() ?? '', /notes\/extra\.md/);
  using strict = new Bench(turns);
  const building = { ...strict.order.building, isStrict: true };
  await assert.rejects(strict.run({}, { building }), failsWith('scope', /notes\/extra\.md/));
});

test('what tests leave behind after the change was judged is no part of the commit', async () => {
  const dropping = goodTests.replace(
    "test('020",
    "import { appendFileSync } from 'node:fs';\nappendFileSync(new URL('../src/old.js', import.meta.url), '// x\\n');\nappendFileSync(new URL('../left.txt', import.meta.url), 'x');\ntest('020",
  );
  using bench = new Bench({ 'write-tests': [{ files: { 'test/sum.test.js': dropping } }], implement: [writesCode] });
  evidenceOf(await bench.run());
  const changed = bench.git('diff', '--name-only', 'main', 'agentos/137').split('\n');
  assert.deepEqual(changed, [
    ...['docs/reports/137/implementation-report.md', 'docs/reports/137/test-report.md', 'src/sum.js'],
    'test/sum.test.js',
  ]);
  assert.equal(bench.git('rev-list', '--count', 'main..agentos/137'), '1');
});

test('an agent that turns the worktree into something else fails its task, and the repository is as it was', async () => {
  const hostile: Turn = {
    act(worktree) {
      writeFileSync(join(worktree, '.git'), 'gitdir: /nowhere\n');
    },
  };
  using bench = new Bench({ 'write-tests': [hostile], implement: [] });
  await assert.rejects(bench.run(), failsWith('conflict', /its \.git leads elsewhere/));
  assert.equal(bench.git('rev-parse', '--abbrev-ref', 'HEAD'), 'main');
  const hooked: Turn = {
    act() {
      mkdirSync(bench2.path('.git/hooks'), { recursive: true });
      appendFileSync(bench2.path('.git/hooks/post-commit'), '#!/bin/sh\ntouch /tmp/never\n', { mode: 0o755 });
    },
  };
  using bench2 = new Bench({ 'write-tests': [hooked], implement: [] });
  await assert.rejects(bench2.run(), failsWith('conflict', /hook/));
});
