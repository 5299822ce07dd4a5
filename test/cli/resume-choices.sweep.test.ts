import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approved, hangsInDraft, hangsInReview, ScriptedWorkspace } from '../scripted-workspace.ts';
import { issueText } from '../workspace.ts';

const discussed = { review: [{ answer: 'DISCUSS', message: 'Which one?' }] };
const sentBack = { review: [{ answer: 'REVISE', message: 'Say more' }] };

test('an answer holds for the document that was asked about, not for the next one', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: discussed });
  assert.equal((await workspace.requirements()).code, 1);
  assert.equal((await workspace.run('approve', '1')).code, 0);
  workspace.write({ 'docs/issues/1.md': issueText('Another title') });
  assert.equal((await workspace.run('resume', '--on-changed', 'rerun')).code, 1);
  assert.deepEqual([workspace.fates(), workspace.designs()], [{ 1: 'parked' }, []]);
});

test('what was chosen for a changed issue holds for the next resume, too', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: hangsInDraft });
  await workspace.killAt(['1 draft 1 1']);
  workspace
    .write({ 'docs/issues/1.md': issueText('Another title') })
    .play({ 1: hangsInReview })
    .clearLedger();
  const resumed = workspace.start('resume', '--on-changed', 'rerun', '--parallel', '3');
  await workspace.calls('1 review 1 1');
  resumed.child.kill('SIGKILL');
  await resumed.ended;
  const { code, stderr } = await workspace.run('resume');
  assert.deepEqual([code, workspace.fates()], [0, { 1: 'done' }], stderr);
  assert.match(stderr, /goes on · 3 at a time/);
});

test('a fresh start that was asked for is made after a kill, too', async () => {
  using workspace = new ScriptedWorkspace([1, 2], { '*': { review: [[{ crash: 'exit' }]] } });
  assert.equal((await workspace.requirements('--max-attempts', '1')).code, 1);
  workspace.play({ 1: hangsInDraft, 2: approved }).clearLedger();
  await workspace.killAt(['1 draft 1 1'], '--fresh');
  assert.equal((await workspace.run('resume')).code, 0);
  assert.ok(workspace.ledger().includes('2 draft 1 1'), workspace.ledger().join());
});

test('rounds of a rejection go with the steps that a fresh start throws away', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: sentBack });
  const first = await workspace.requirements('--max-iterations', '2');
  assert.match(first.stdout, /rejected: not approved in 2 reviews/);
  assert.match((await workspace.run('retry', '--fresh')).stdout, /rejected: not approved in 2 reviews/);
  assert.match((await workspace.run('retry')).stdout, /rejected: not approved in 4 reviews/);
});

test('a retry leaves out what is done by now or gone, and runs the rest', async () => {
  using workspace = new ScriptedWorkspace([1, 2, 3], { '*': { draft: [{ crash: 'exit' }] } });
  assert.equal((await workspace.requirements('--max-attempts', '1')).code, 1);
  const batch = workspace.lastBatch();
  workspace.play({ '*': approved });
  assert.equal((await workspace.requirements('--ids', '1')).code, 0);
  workspace.remove('docs/issues/2.md');
  const { code, stderr } = await workspace.run('retry', batch);
  assert.equal(code, 0, stderr);
  for (const id of [1, 2]) assert.match(stderr, new RegExp(`${id} is left out`));
  assert.deepEqual(workspace.fates(), { 3: 'done' });
});

test('resume without a name goes on with the last batch that is not over', async () => {
  using workspace = new ScriptedWorkspace([1, 2], { 1: hangsInDraft, 2: approved });
  await workspace.killAt(['1 draft 1 1'], '--ids', '1');
  const { stderr } = await workspace.requirements('--ids', '2');
  assert.doesNotMatch(stderr, /is not finished/);
  const resumed = await workspace.run('resume');
  assert.deepEqual([resumed.code, workspace.designs().length], [0, 2], resumed.stderr);
});

test('a new batch says which one it does not go on with', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: hangsInDraft });
  await workspace.killAt(['1 draft 1 1']);
  const batch = workspace.lastBatch();
  workspace.play({ 1: approved });
  const { code, stderr } = await workspace.requirements();
  assert.equal(code, 0);
  assert.match(stderr, new RegExp(`batch ${batch} is not finished; .agentos resume ${batch}. would go on with it`));
});

test('--json and --events cannot both have stdout, here neither', async () => {
  using workspace = new ScriptedWorkspace([1], {});
  for (const command of ['resume', 'retry']) {
    assert.equal((await workspace.run(command, '--json', '--events')).code, 2);
  }
});

test('a script that cannot be played stops the batch before it begins: exit 2', async () => {
  using workspace = new ScriptedWorkspace([1], {});
  const missing = await workspace.run('requirements', '--drafter', 'scripted:nowhere.json');
  assert.deepEqual([missing.code, workspace.batches()], [2, []]);
  assert.match(missing.stderr, /nowhere\.json cannot be read \(ENOENT\)/);
  workspace.write({ 'script.json': '{"schemaVersion":1,"tasks":{"1":{"review":[{"answer":"NOPE"}]}}}' });
  const invalid = await workspace.requirements();
  assert.deepEqual([invalid.code, workspace.batches()], [2, []]);
  assert.match(invalid.stderr, /script\.json: tasks\.1\.review/);
});
