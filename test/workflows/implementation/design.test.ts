import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Bench, evidenceOf, renderLld, startFiles, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

const turns = { 'write-tests': [writesTests], implement: [writesCode] };

test('a design is refused that is not approved as it is, was changed, or was approved by no model', async () => {
  using none = new Bench(turns, { approval: null });
  await assert.rejects(none.run(), failsWith('input', /has no approval/));
  using other = new Bench(turns, { approval: { documentSha256: 'f'.repeat(64), isOffline: false } });
  await assert.rejects(other.run(), failsWith('input', /changed after it was approved/));
  using planned = new Bench(turns);
  const task = { ...planned.order.task, inputSha256: 'e'.repeat(64) };
  await assert.rejects(planned.run({}, { task }), failsWith('changed', /changed after it was planned/));
  using offline = new Bench(turns);
  const approval = { documentSha256: offline.order.task.inputSha256, isOffline: true };
  writeFileSync(offline.path('docs/lineage/137-lld/approval.json'), JSON.stringify(approval));
  await assert.rejects(offline.run(), failsWith('input', /--accept-offline/));
  assert.equal(evidenceOf(await offline.run({}, { acceptsOffline: true })).lld.isOffline, true);
});

test('what is begun by force is recorded', async () => {
  using bench = new Bench(turns, { approval: null });
  const { end, context } = await bench.run({}, { isForced: true });
  assert.equal(evidenceOf({ end }).lld.isForced, true);
  assert.match(context.lines[0] ?? '', /begun by --force, although .* has no approval/);
});

test('a design that adds what git ignores ends as a conflict before any agent works, unless it changes the rules', async () => {
  const files = { ...startFiles, '.gitignore': 'src/s*.js\n' };
  using bench = new Bench(turns, { files });
  await assert.rejects(bench.run(), failsWith('conflict', /git ignores.*: src\/sum\.js\. Change \.gitignore/));
  assert.equal(bench.jobs.length, 0);
  assert.equal(bench.git('branch', '--list', 'agentos/*'), '');
  const lld = renderLld(['| `.gitignore` | Modify | Lets it in |', '| `src/sum.js` | Add | Adds |']);
  using other = new Bench(
    { ...turns, implement: [{ files: { ...writesCode.files, '.gitignore': '' } }] },
    { files, lld },
  );
  evidenceOf(await other.run());
});

test('a design that changes a file which is not there ends as a conflict that names it', async () => {
  const lld = renderLld(['| `src/gone.js` | Modify | Changes |', '| `src/sum.js` | Add | Adds |']);
  using bench = new Bench(turns, { lld });
  await assert.rejects(bench.run(), failsWith('conflict', /src\/gone\.js/));
  assert.equal(bench.git('worktree', 'list').split('\n').length, 1);
  assert.equal(bench.git('branch', '--list', 'agentos/*'), '');
});

test('a design without files, scenarios or safe paths is refused', async () => {
  for (const [files, pattern] of [
    [['| `../evil.js` | Add | x |'], /no file of the repository/],
    [['| `.git/hooks/x` | Add | x |'], /no file of the repository/],
    [['| `src/x.js` | Paint | x |'], /no type of change/],
    [[], /lists no files/],
    [['| `docs/lld/active/LLD-7.md` | Add | x |'], /announces no file of the code/],
  ] as const) {
    using bench = new Bench(turns, { lld: renderLld(files) });
    await assert.rejects(bench.run(), failsWith('input', pattern));
  }
});

test('what would have to be committed in a submodule ends as a conflict before any agent works', async () => {
  const link = (bench: Bench, path: string) => {
    bench.git('update-index', '--add', '--cacheinfo', `160000,${bench.git('rev-parse', 'HEAD')},${path}`);
    bench.git('commit', '-qm', 'A submodule');
  };
  const lld = renderLld(['| `vendor/sums/sum.js` | Add | Adds |', '| `test/sum.test.js` | Add | Proves it |']);
  using bench = new Bench(turns, { lld });
  link(bench, 'vendor/sums');
  await assert.rejects(
    bench.run(),
    failsWith('conflict', /files of a submodule: vendor\/sums\/sum\.js\. That is a rep/),
  );
  using other = new Bench(turns);
  link(other, 'docs/reports');
  await assert.rejects(
    other.run(),
    failsWith('conflict', /docs\/reports is a submodule .*: put a folder in its place/),
  );
  assert.deepEqual([...bench.kinds, ...other.kinds], []);
});
