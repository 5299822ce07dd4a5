import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectDir } from '../../workspace.ts';
import { Bench, issuePath, lineage, lineageOf, outputPath, textOf } from './bench.ts';

test('an issue becomes an approved design in the form of the seed, with its lineage', async () => {
  using bench = new Bench();
  const ran = await bench.run();
  assert.equal(ran.end.kind, 'done');
  assert.deepEqual(lineageOf(ran), [
    '001-issue.md',
    '002-draft.md',
    '003-check.md',
    '004-verdict.md',
    '005-final.md',
    'approval.json',
  ]);
  const document = textOf(ran, outputPath);
  assert.match(
    document,
    /^# LLD Finalized\n\nPath: docs\/lld\/active\/LLD-137\.md\nStatus: APPROVED\nReviews: 1\n\n---\n\n# 137 - Add a dry run\n/,
  );
  assert.match(document, /\n\* \*\*Status:\*\* Approved\n/);
  assert.match(
    document,
    /\n## Appendix: Review Log\n\n### Review #1 \(APPROVED\)\n\n\*\*Timestamp:\*\* 2026-02-03\n\*\*Reviewer:\*\* offline:, model offline\n/,
  );
  assert.ok(document.endsWith(`\n## Original Issue #137\n${readFileSync(bench.path(issuePath), 'utf8')}`));
  assert.equal(textOf(ran, `${lineage}/005-final.md`), document);
  assert.equal(textOf(ran, `${lineage}/001-issue.md`), readFileSync(bench.path(issuePath), 'utf8'));
});

test('the approval is bound to the issue, the document, the reviewer and the call', async () => {
  using bench = new Bench();
  const ran = await bench.run();
  const { approvedAt, ...approval } = JSON.parse(textOf(ran, `${lineage}/approval.json`));
  assert.deepEqual(approval, {
    schemaVersion: 1,
    issueSha256: bench.order.task.inputSha256,
    documentSha256: hash('sha256', textOf(ran, outputPath), 'hex'),
    reviewer: 'offline:',
    model: 'offline',
    callId: 'memory/review#1/0',
    rounds: 1,
    isOffline: true,
    isByPerson: false,
  });
  assert.match(approvedAt, /^2026-02-03T12:\d\d:00\.000Z$/);
});

test('every issue of the bookshelf becomes a design without an error, with every requirement covered', async () => {
  const folder = join(projectDir, 'examples/bookshelf/docs/issues');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  assert.ok(names.length >= 6);
  for (const name of names) {
    using bench = new Bench(null, readFileSync(join(folder, name), 'utf8'));
    const ran = await bench.run();
    const { kind, totals, coverage } = bench.lint(textOf(ran, outputPath));
    assert.deepEqual([name, kind, totals.error, coverage?.ratio], [name, 'lld', 0, 1]);
  }
});

test('the draft, the verdict and the document say that no model took part', async () => {
  using bench = new Bench();
  const ran = await bench.run();
  for (const path of [outputPath, `${lineage}/002-draft.md`, `${lineage}/004-verdict.md`]) {
    assert.match(textOf(ran, path), /no model took part/i, path);
  }
});

test('in a git repository the design records its base, and its paths are checked there', async () => {
  using bench = new Bench(
    { 137: { draft: [{ edit: [{ find: '| Add | This design', replace: '| Modify | This design' }] }], revise: [{}] } },
    '# Issue #137: T\n\n- do it\n',
  );
  bench.git('init', '-q');
  bench.git('add', '.');
  bench.git('commit', '-qm', 'first');
  const { end, context } = await bench.run({}, { maxIterations: 1 });
  assert.equal(end.kind, 'rejected');
  assert.match(end.kind === 'rejected' ? end.reason : '', /FILE_BASE_MISMATCH/);
  assert.ok(context.files.get(`${lineage}/003-check.md`)?.includes('does not exist at'));
  const ran = await bench.run({}, { drafter: 'offline:', reviewer: 'offline:' });
  assert.match(textOf(ran, outputPath), new RegExp(`\nBase: ${bench.git('rev-parse', 'HEAD')}\n`));
});

test('an issue that changed after it was planned is not worked on, unless that is allowed', async () => {
  using bench = new Bench();
  bench.write({ [issuePath]: '# Issue #137: Another\n\n- thing\n' });
  await assert.rejects(bench.run(), { code: 'ISSUE_CHANGED' });
  const ran = await bench.run({}, { mayDiffer: true });
  const { issueSha256 } = JSON.parse(textOf(ran, `${lineage}/approval.json`));
  assert.equal(issueSha256, hash('sha256', '# Issue #137: Another\n\n- thing\n', 'hex'));
});

test('an issue that grew to more lines than anybody reads is not worked on, also if it may differ', async () => {
  using bench = new Bench();
  bench.write({ [issuePath]: `# Issue #137: A log${'\nline'.repeat(110_000)}` });
  await assert.rejects(bench.run({}, { mayDiffer: true }), { code: 'FILE_TOO_LARGE' });
});

test('an issue of as many lines as are read becomes a design', async () => {
  using bench = new Bench(null, `# Issue #137: A log\n\n- [ ] It is read${'\n\n'.repeat(54_998)}`);
  const { end } = await bench.run();
  assert.equal(end.kind, 'done');
});

test('a second approval goes on numbering, and takes the place of the first one only', async () => {
  using bench = new Bench();
  const first = await bench.run();
  const second = await bench.settle(first).run();
  assert.deepEqual(lineageOf(second).slice(0, 2), ['006-issue.md', '007-draft.md']);
  assert.ok(!lineageOf(second).some((name) => name.includes('replaced')));
  assert.deepEqual(second.end.kind === 'done' && second.end.results.map(({ replaces }) => replaces), [
    null,
    ...[outputPath, `${lineage}/approval.json`].map((path) => hash('sha256', textOf(first, path), 'hex')),
  ]);
});

test('a design that somebody edited is kept in the lineage before its place is taken', async () => {
  using bench = new Bench();
  const edited = '# Mine\n\r\nby hand\n';
  bench.settle(await bench.run()).write({ [outputPath]: edited });
  const ran = await bench.run();
  const trail = ['010-replaced.md', '011-approval.json', '012-final.md', 'approval.json'];
  assert.deepEqual(lineageOf(ran).slice(-4), trail);
  assert.equal(textOf(ran, `${lineage}/010-replaced.md`), edited);
  assert.equal(ran.end.kind === 'done' && ran.end.results[1]?.replaces, hash('sha256', edited, 'hex'));
});

test('what came to stand in the place of a result is kept, and replaced, when the task is tried again', async () => {
  using bench = new Bench();
  let ran = await bench.run();
  const attempts: [mine: string, trail: string[]][] = [
    ['# Mine\n', ['005-final.md', '006-replaced.md', '007-approval.json', 'approval.json']],
    ['# Mine, again\n', ['006-replaced.md', '007-approval.json', '008-replaced.md', 'approval.json']],
    ['# Mine\n', ['006-replaced.md', '007-approval.json', '008-replaced.md', 'approval.json']],
  ];
  for (const [mine, trail] of attempts) {
    bench.write({ [outputPath]: mine, [`${lineage}/approval.json`]: '{}' });
    // That nothing had changed was the last value, and is never saved.
    ran = await bench.run({ memos: ran.context.memos.slice(0, -1) });
    assert.deepEqual(lineageOf(ran).sort().slice(-4), trail);
    assert.equal(textOf(ran, `${lineage}/${trail.at(-2)}`), trail.at(-2)?.endsWith('.md') ? '# Mine, again\n' : '{}');
    assert.deepEqual(
      ran.end.kind === 'done' && ran.end.results.map(({ replaces }) => replaces),
      [null, mine, '{}'].map((content) => content && hash('sha256', content, 'hex')),
    );
    bench.write(Object.fromEntries(ran.context.files));
  }
});

test('an attempt that is made again after its results came to their places keeps nothing of them', async () => {
  using bench = new Bench();
  const first = await bench.run();
  const again = await bench.settle(first).run({ memos: first.context.memos.slice(0, -1) });
  assert.deepEqual([again.end, again.files], [first.end, first.files]);
});

test('a spec that cannot draft is refused by name', async () => {
  using bench = new Bench();
  await assert.rejects(bench.run({}, { drafter: 'acp:agent' }), { code: 'NOT_YET', message: /acp:/ });
});
