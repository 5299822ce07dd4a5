import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Ending, runAgentos, waitFor } from '../faults/processes.ts';
import { findKeys, readEverything } from '../models/find-keys.ts';
import { approved, requirements, ScriptedWorkspace } from '../scripted-workspace.ts';

const discussed = {
  review: [{ answer: 'DISCUSS', message: 'Which database?' }, { answer: 'APPROVED' }],
};

describe('a reviewer who asks a person', () => {
  const workspace = new ScriptedWorkspace([1, 2, 3, 4], { 4: approved, '*': discussed });
  let ended: Ending;

  before(async () => {
    ended = await workspace.requirements('--parallel', '2');
  });
  after(() => workspace[Symbol.dispose]());

  test('parks the task and frees its worker; the batch ends with 1 and says how to go on', () => {
    assert.equal(ended.code, 1, ended.stderr);
    assert.deepEqual(workspace.fates(), { 1: 'parked', 2: 'parked', 3: 'parked', 4: 'done' });
    assert.match(ended.stdout, /^\[LLD-1\] parked for a person: Which database\?$/m);
    const resume = `agentos resume ${workspace.lastBatch()}`;
    assert.ok(
      ended.stderr.includes(
        `Waiting for a person: 1, 2, 3. See \`agentos show 1\`, answer by \`agentos approve 1\` or \`reject\`, then run \`${resume}\``,
      ),
    );
  });

  test('is quoted by show, with the commands that answer', async () => {
    const { stdout } = await workspace.run('show', '1');
    assert.match(stdout, /parked \(needs-human\): Which database\?/);
    assert.match(stdout, /^Answer: run `agentos approve 1`, or `agentos reject 1 --note '…'`\.$/m);
    const shown = JSON.parse((await workspace.run('show', '1', '--json')).stdout);
    assert.deepEqual(shown.task.failure, { code: 'needs-human', message: 'Which database?' });
  });

  test('still waits when nobody has answered, and is not asked again', async () => {
    workspace.clearLedger();
    assert.equal((await workspace.run('resume')).code, 1);
    assert.deepEqual(workspace.fates(), { 1: 'parked', 2: 'parked', 3: 'parked', 4: 'done' });
    assert.deepEqual(workspace.ledger(), []);
  });

  test('gets approval, a finding or a refusal, and a resume goes on with each of them', async () => {
    for (const args of [
      ['approve', '1'],
      ['reject', '2', '--note', 'Use SQLite'],
      ['reject', '3'],
    ]) {
      const { code, stdout, stderr } = await workspace.run(...args);
      assert.deepEqual([code, stdout], [0, ''], stderr);
      assert.ok(stderr.includes(`now \`agentos resume ${workspace.lastBatch()}\``), stderr);
    }
    const { code, stderr } = await workspace.run('resume');
    assert.equal(code, 1, stderr);
    assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'rejected', 4: 'done' });
    assert.deepEqual(workspace.ledger().toSorted(), ['2 review 2 1', '2 revise 1 1']);
    assert.match(stderr, /3 {2}not approved in 1 review \(best draft: .*\): A person rejected it/);
    assert.match(readFileSync(workspace.path('docs/lld/active/LLD-2.md'), 'utf8'), /Use SQLite/);
  });

  test('has been answered: whoever does not wait cannot be answered, exit 2', async () => {
    for (const [id, why] of [
      ['1', /task 1 is not waiting for a person/],
      ['4', /task 4 is not waiting for a person/],
      ['99', /no batch here has a task 99; `agentos status --all`/],
      ['LLD-1', /no batch here has a task LLD-1; did you mean 1\?/],
      ['../1', /../],
    ] as const) {
      const { code, stderr } = await workspace.run('approve', id);
      assert.equal(code, 2);
      assert.match(stderr, why);
    }
  });
});

test('an approval with a note while the batch runs is seen by it, and no resume is needed', async () => {
  using workspace = new ScriptedWorkspace([1, 2], { 1: discussed, 2: { draft: [{ delayMs: 4_000 }] } });
  const run = workspace.start(...requirements('--parallel', '2'));
  await waitFor('the question', () => workspace.batches().length > 0 && workspace.fates()['1'] === 'parked');
  const answer = await workspace.run('approve', '1', '--note', 'As discussed on Monday');
  assert.equal(answer.code, 0);
  assert.match(answer.stderr, /1: approved; the running batch goes on with it/);
  const { code, stderr } = await run.ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done' });
  assert.match(readFileSync(workspace.path('docs/lld/active/LLD-1.md'), 'utf8'), /As discussed on Monday/);
});

test('an answer counts for whichever batch goes on with the same steps, and for no other', async () => {
  using workspace = new ScriptedWorkspace([1, 2], { '*': discussed });
  assert.equal((await workspace.requirements()).code, 1);
  assert.equal((await workspace.run('approve', '1', '--note', 'As discussed on Monday')).code, 0);
  assert.equal((await workspace.run('reject', '2', '--note', 'Use SQLite')).code, 0);
  const fresh = await workspace.requirements('--ids', '2', '--fresh');
  assert.equal(fresh.code, 1, fresh.stderr);
  assert.match(
    fresh.stderr,
    / is not finished; .*\n\[COORDINATOR\] what was answered there does not count with --fresh: 2$/m,
  );
  assert.deepEqual(workspace.fates(), { 2: 'parked' });
  workspace.clearLedger();
  const { code, stderr } = await workspace.requirements('--ids', '1');
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    / is not finished; .*\n\[COORDINATOR\] what was answered there counts where its steps are kept: 1$/m,
  );
  assert.equal(workspace.batches().length, 3);
  assert.deepEqual(workspace.ledger(), []);
  assert.match(readFileSync(workspace.path('docs/lld/active/LLD-1.md'), 'utf8'), /As discussed on Monday/);
  const late = await workspace.run('reject', '1');
  assert.equal(late.code, 2);
  assert.match(late.stderr, /task 1 is not waiting for a person/);
});

test('a new batch that asks an old question names what to read, whoever wrote it', async () => {
  using workspace = new ScriptedWorkspace([1], { '*': discussed });
  assert.equal((await workspace.requirements()).code, 1);
  const read = async () => JSON.parse((await workspace.run('show', '1', '--json')).stdout).question.read;
  const asked = await read();
  assert.deepEqual(
    asked.map((path: string) => basename(path)),
    ['004-verdict.md', '002-draft.md', '003-check.md'],
  );
  assert.equal((await workspace.requirements()).code, 1);
  assert.equal(workspace.batches().length, 2);
  assert.deepEqual(await read(), asked);
});

test('whoever answers again is told what that replaces; until a resume it is shown as answered', async () => {
  using workspace = new ScriptedWorkspace([1], { '*': discussed });
  assert.equal((await workspace.requirements()).code, 1);
  const first = await workspace.run('approve', '1', '--note', 'After legal has signed');
  assert.doesNotMatch(first.stderr, /replaces/);
  const status = await workspace.run('status');
  assert.match(status.stdout, /^Answered: 1\. Run `agentos resume .*` to go on\.$/m);
  const shown = await workspace.run('show', '1');
  assert.match(shown.stdout, /^It is answered: approved, with the note\n {2}\| After legal has signed$/m);
  const again = await workspace.run('reject', '1');
  assert.equal(again.code, 0);
  assert.match(again.stderr, /1: this replaces the earlier answer: approved, with the note "After legal has signed"/);
  for (const args of [
    ['status', '--json'],
    ['show', '1', '--json'],
  ]) {
    const document = JSON.parse((await workspace.run(...args)).stdout);
    assert.deepEqual((document.task ?? document.tasks[0]).answer, { answer: 'reject', note: null });
  }
  assert.match((await workspace.run('approve', '1')).stderr, /replaces the earlier answer: rejected$/m);
  assert.equal((await workspace.run('resume')).code, 0);
  assert.equal(JSON.parse((await workspace.run('status', '--json')).stdout).tasks[0].answer, null);
});

test('whoever edits the file of a draft and answers is told that this changes nothing', async () => {
  using workspace = new ScriptedWorkspace([1], { '*': discussed });
  assert.equal((await workspace.requirements()).code, 1);
  assert.doesNotMatch((await workspace.run('approve', '1')).stderr, /not as it was written/);
  const path = 'docs/lineage/1-lld/002-draft.md';
  writeFileSync(workspace.path(path), `${readFileSync(workspace.path(path), 'utf8')}\nAnd a word of mine.\n`);
  const told = new RegExp(`1: ${path} is not as it was written: a change there changes nothing in the design`);
  assert.match((await workspace.run('approve', '1')).stderr, told);
  assert.equal((await workspace.run('resume')).code, 0);
  assert.doesNotMatch(readFileSync(workspace.path('docs/lld/active/LLD-1.md'), 'utf8'), /a word of mine/);
});

describe('a note', () => {
  const workspace = new ScriptedWorkspace([1], { '*': discussed });
  const answersDir = () => workspace.path('.agentos/batches', workspace.lastBatch(), 'answers');

  before(async () => {
    assert.equal((await workspace.requirements()).code, 1);
  });
  after(() => workspace[Symbol.dispose]());

  test('that looks like a key is refused and not shown, exit 2, and nothing is answered', async () => {
    for (const key of [`ghp_${randomBytes(20).toString('hex')}`, `sk-ant-api03-${randomBytes(30).toString('hex')}`]) {
      for (const answer of ['approve', 'reject']) {
        const { code, stdout, stderr } = await workspace.run(answer, '1', '--note', `it is ${key}`);
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(stderr, /--note has text that may be a key/);
        assert.deepEqual(findKeys({ stderr, ...readEverything(workspace.dir) }, [key]), []);
      }
    }
    assert.equal(existsSync(answersDir()), false);
  });

  test('that is empty is refused, exit 2, and nothing is answered', async () => {
    for (const note of ['', ' \n']) {
      const { code, stderr } = await workspace.run('reject', '1', '--note', note);
      assert.equal(code, 2);
      assert.match(stderr, /--note is empty/);
    }
    assert.ok(!existsSync(answersDir()) || readdirSync(answersDir()).length === 0);
  });

  test('that could not be read again is refused, exit 2, and nothing is answered', async () => {
    // Counted as it is written: a quote has two bytes there.
    for (const note of ['x'.repeat(70_000), '"'.repeat(40_000)]) {
      const { code, stdout, stderr } = await workspace.run('approve', '1', '--note', note);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /the answer has \d+ bytes, and 65536 are kept/);
    }
    assert.equal(existsSync(answersDir()), false);
  });

  test('that may hold a key which only a program prints is refused, and the program is not run', async () => {
    const key = randomBytes(24).toString('hex');
    const secret = 'cmd:touch was-run';
    const printed = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', secret };
    for (const [name, content] of [
      ['printed', { credentials: { printed } }],
      ['GitHub', { github: { token: secret } }],
    ] as const) {
      workspace.write({ 'agentos.config.json': JSON.stringify(content) });
      const { code, stdout, stderr } = await workspace.run('approve', '1', '--note', `Ship it with ${key}`);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /--note has text that may be a key, and the one that cmd:touch prints for /);
      assert.match(stderr, new RegExp(`for ${name} is not known here`));
      assert.deepEqual(findKeys({ stderr, ...readEverything(workspace.dir) }, [key]), []);
      assert.deepEqual([existsSync(answersDir()), existsSync(workspace.path('was-run'))], [false, false]);
    }
    const plain =
      'See src/parallel/credential-coordinator.ts and https://example.org/issues/1374, MAX_OUTPUT_TOKENS = 4096';
    assert.equal((await workspace.run('approve', '1', '--note', plain)).code, 0);
    rmSync(answersDir(), { recursive: true });
  });

  test('is kept without the keys that a config names, wherever they lie', async () => {
    const [inVariable = '', inFile = '', ofGithub = ''] = Array.from({ length: 3 }, () =>
      randomBytes(24).toString('base64url'),
    );
    const keyFile = workspace.path('..', `${basename(workspace.dir)}.key`);
    const tokenFile = workspace.path('..', `${basename(workspace.dir)}.token`);
    writeFileSync(keyFile, inFile, { mode: 0o600 });
    writeFileSync(tokenFile, ofGithub, { mode: 0o600 });
    const place = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' };
    const credentials = {
      one: { ...place, secret: 'env:WORK_KEY' },
      two: { ...place, secret: `file:${keyFile}` },
    };
    const github = { token: `file:${tokenFile}` };
    workspace.write({ 'agentos.config.json': JSON.stringify({ credentials, github }) });
    const said = ['approve', '1', '--note', `Ship it with ${inVariable}, ${inFile} and ${ofGithub}`];
    const { code, stderr } = await runAgentos(said, { cwd: workspace.dir, env: { WORK_KEY: inVariable } });
    for (const file of [keyFile, tokenFile]) rmSync(file);
    assert.equal(code, 0, stderr);
    const kept = readEverything(workspace.dir);
    assert.match(Object.values(kept).join('\n'), /"note":"Ship it with /);
    assert.deepEqual(findKeys({ stderr, ...kept }, [inVariable, inFile, ofGithub]), []);
  });
});

test('an answer that holds nothing fails its task, and keeps no batch from its end', async () => {
  using workspace = new ScriptedWorkspace([1], { '*': discussed });
  assert.equal((await workspace.requirements()).code, 1);
  assert.equal((await workspace.run('approve', '1')).code, 0);
  const folder = workspace.path('.agentos/batches', workspace.lastBatch(), 'answers');
  for (const name of readdirSync(folder)) writeFileSync(`${folder}/${name}`, 'null\n');
  const { code, stdout } = await workspace.run('resume');
  assert.equal(code, 1);
  assert.match(stdout, /^\[LLD-1\] failed: input: .* is no answer: it holds nothing$/m);
});
