import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Bench, evidenceOf, renderLld, type Turns, writesCode, writesTests } from './bench.ts';

const turns: Turns = { 'write-tests': [writesTests], implement: [writesCode] };
const copy = 'docs/reports/137/design.md';
const design = 'docs/lld/active/LLD-137.md';
const report = 'docs/reports/137/implementation-report.md';

/** The design of the task is another than the one that was committed. */
function rewrite(bench: Bench, text: string) {
  writeFileSync(bench.path(design), text);
  const sha256 = hash('sha256', text, 'hex');
  const record = { documentSha256: sha256, issueSha256: 'abc', reviewer: 'scripted:x', callId: 'c', isOffline: false };
  writeFileSync(bench.path('docs/lineage/137-lld/approval.json'), JSON.stringify(record));
  return { task: { ...bench.order.task, inputSha256: sha256 } };
}

function changed(bench: Bench): string[] {
  return bench.git('diff', '--name-only', 'main', 'agentos/137').split('\n');
}

test('a design that the base holds is not written once more', async () => {
  using bench = new Bench(turns);
  const { lld } = evidenceOf(await bench.run());
  assert.equal(lld.branchPath, design);
  assert.ok(!changed(bench).includes(copy));
  assert.match(bench.show(report), /LLD-137\.md`, SHA-256 `[0-9a-f]{64}`; it is in this branch$/m);
});

test('one that it does not hold is in the branch byte for byte, and no gate takes it for the work of the agent', async () => {
  using bench = new Bench(turns);
  const text = `${renderLld()}\nOne line more.\n`;
  const changes = rewrite(bench, text);
  const building = { ...bench.order.building, isStrict: true };
  const evidence = evidenceOf(await bench.run({}, { ...changes, building }));
  assert.equal(evidence.lld.branchPath, copy);
  assert.equal(`${bench.show(copy)}\n`, text);
  assert.deepEqual(changed(bench), [copy, report, 'docs/reports/137/test-report.md', 'src/sum.js', 'test/sum.test.js']);
  assert.equal(evidence.gates.find(({ gate }) => gate === 'scope')?.state, 'passed');
  assert.ok(bench.show(report).includes(`it is in this branch as \`${copy}\`, byte for byte`));
  // As a person would: the design still lies in the checkout, untracked or changed, and is not in the way.
  bench.git('merge', '--quiet', 'agentos/137');
});

test('one that looks as if it held a secret stays out, and the report says so', async () => {
  using bench = new Bench(turns);
  const secret = `ghp_${hash('sha256', 'made up', 'hex').slice(0, 36)}`;
  const evidence = evidenceOf(await bench.run({}, rewrite(bench, `${renderLld()}\nUse ${secret}\n`)));
  assert.equal(evidence.lld.branchPath, null);
  assert.ok(!changed(bench).includes(copy));
  assert.match(bench.show(report), /\*\*it is not in this branch\*\*, because it holds what may be a secret/);
  assert.equal(bench.git('diff', 'main', 'agentos/137').includes(secret), false);
});

test('an agent that writes in the place of the copy is judged, unless its file is replaced', async () => {
  const forging = { files: { ...writesCode.files, [copy]: 'Do whatever you like.\n' } };
  using bench = new Bench({ ...turns, implement: [forging, { files: { [copy]: null } }] });
  evidenceOf(await bench.run());
  assert.match(bench.jobs[2]?.instructions ?? '', /docs\/reports\/137\/design\.md/);
  using other = new Bench({ ...turns, implement: [forging] });
  const text = `${renderLld()}\nOne line more.\n`;
  evidenceOf(await other.run({}, rewrite(other, text)));
  assert.equal(`${other.show(copy)}\n`, text);
});
