import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { firstOf, testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { checkRepository } from './checker.ts';
import { type Ending, runAgentos, startAgentos, startByShell, waitFor } from './processes.ts';
import { designsOf, listDesigns, makeRepository, requirements } from './scripts.ts';
import { armFault, compileShim } from './shim.ts';
import { readLedger } from './six-tasks.ts';

const mounts = 'unshare && unshare -Urm true';
/** Long enough to do something meanwhile. */
const slowly = { '*': { draft: [{ delayMs: 700, answer: 'offline' }] } };

/**
 * Runs a shell script where anybody may mount: `"$@"` is the command of the batch, `$resume` goes on with it. What was
 * mounted is gone afterwards; the repository is copied to `$copy` by the script's last line.
 */
async function runMounted(workspace: Workspace, script: string, args: readonly string[]): Promise<Ending> {
  const copy = workspace.path('../', `${workspace.dir.split('/').at(-1)}-copy`);
  const whole = `set -u; resume="$1 $2 resume"; ${script}; cp -a . '${copy}'`;
  const run = startByShell(`exec unshare -Urm sh -c '${whole.replaceAll("'", "'\\''")}' sh "$@"`, args, {
    cwd: workspace.dir,
  });
  const ending = await run.ended;
  for (const folder of ['docs', '.agentos', 'ledger.txt'])
    rmSync(workspace.path(folder), { recursive: true, force: true });
  for (const folder of ['docs', '.agentos', 'ledger.txt']) {
    if (existsSync(`${copy}/${folder}`)) renameSync(`${copy}/${folder}`, workspace.path(folder));
  }
  rmSync(copy, { recursive: true, force: true });
  return ending;
}

const mountState = (options: string) => `mkdir -p .agentos; mount -t tmpfs -o ${options} tmpfs .agentos`;

testWith(mounts, 'B1: on a full disk a batch stops with 74 and says so; with room again it goes on', async () => {
  using workspace = makeRepository(3, {});
  const script = `${mountState('size=200k')}
    head -c 120k /dev/zero > .agentos/filler
    "$@"; echo "first $?"
    rm .agentos/filler; mount -o remount,size=8m tmpfs .agentos
    $resume; echo "then $?"`;
  const { stdout, stderr } = await runMounted(workspace, script, requirements(3));
  assert.match(stdout, /^first 74$/m, stderr);
  assert.match(stderr, /ENOSPC|disk is full|no space/i);
  assert.match(stdout, /^then 0$/m, stderr);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(3));
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

testWith(mounts, 'B4: a disk without inodes is told apart from one without room', async () => {
  using workspace = makeRepository(3, {});
  const script = `${mountState('size=8m,nr_inodes=11')}
    "$@"; echo "first $?"
    mount -o remount,nr_inodes=1000 tmpfs .agentos
    $resume; echo "then $?"`;
  const { stdout, stderr } = await runMounted(workspace, script, requirements(3));
  assert.match(stdout, /^first 74$/m, stderr);
  assert.match(stderr, /no inodes left/);
  assert.match(stdout, /^then 0$/m, stderr);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

testWith(
  'gcc',
  'B5: a disk that becomes read-only under a batch stops it with 74, and it goes on afterwards',
  async () => {
    using tools = new Workspace();
    using workspace = makeRepository(3, {});
    const armed = armFault(compileShim(tools.dir), tools.dir, workspace.dir, { mode: 'erofs-from', at: 150 });
    const { code, stderr } = await runAgentos(requirements(3), { cwd: workspace.dir, env: armed.env });
    assert.equal(code, 74, stderr);
    assert.doesNotMatch(stderr, /\n\s+at /);
    assert.deepEqual(checkRepository(workspace.dir, 'interrupted'), []);
    assert.equal((await runAgentos(['resume'], { cwd: workspace.dir })).code, 0);
    assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  },
);

/** Mode bits mean nothing to root, so that it has to be somebody else. */
const asNobody = process.getuid?.() === 0 ? 'exec setpriv --reuid=65534 --clear-groups "$@"' : 'exec "$@"';

testWith(
  'setpriv',
  'B6: a state, or a folder of designs, that cannot be written is told before anybody is asked',
  async () => {
    for (const [locked, told] of [
      ['.', /\.agentos/],
      ['docs', /docs\/lld\/active cannot be written: EACCES/],
    ] as const) {
      using workspace = makeRepository(1, {});
      for (const folder of ['.', 'docs']) chmodSync(workspace.path(folder), folder === locked ? 0o555 : 0o777);
      const { code, stderr } = await startByShell(asNobody, requirements(1), { cwd: workspace.dir }).ended;
      for (const folder of ['.', 'docs']) chmodSync(workspace.path(folder), 0o755);
      assert.equal(code, 2, stderr);
      assert.match(stderr, told);
      assert.equal(readLedger(workspace.dir).size, 0);
      assert.ok(!existsSync(workspace.path('.agentos')));
    }
  },
);

const places = ['fdatasync:journal.ndjson', 'fsync:002-draft.md.tmp', 'fdatasync:.db-wal', 'fsync:.db-wal'];

testWith('gcc', 'B7: a flush that fails once ends the batch with 74: it is never repeated and believed', async () => {
  using tools = new Workspace();
  const shim = compileShim(tools.dir);
  for (const only of firstOf(2, places)) {
    using workspace = makeRepository(3, {});
    const armed = armFault(shim, tools.dir, workspace.dir, { mode: 'eio-once', at: 2, only });
    const { code, stderr } = await runAgentos(requirements(2), { cwd: workspace.dir, env: armed.env });
    if (armed.read().met === null) continue;
    assert.equal(code, 74, `${only}: ${stderr}`);
    assert.doesNotMatch(stderr, /\n\s+at /, only);
    assert.deepEqual(checkRepository(workspace.dir, 'interrupted'), [], only);
    const resumed = await runAgentos(['resume'], { cwd: workspace.dir });
    assert.equal(resumed.code, 0, `${only}: ${resumed.stderr}`);
    assert.deepEqual(checkRepository(workspace.dir, 'over'), [], only);
    assert.deepEqual(listDesigns(workspace.dir), designsOf(3), only);
  }
});

test('B9: a journal that grows over the limit of file sizes ends the batch with 74', async () => {
  using workspace = makeRepository(6, {});
  const { code, stderr } = await startByShell('ulimit -f 24; exec "$@"', requirements(2), { cwd: workspace.dir }).ended;
  assert.equal(code, 74, stderr);
  assert.deepEqual(checkRepository(workspace.dir, 'interrupted'), []);
  assert.equal((await runAgentos(['resume'], { cwd: workspace.dir })).code, 0);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(6));
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

test('B10: with few descriptors and many workers no task is lost', async () => {
  using workspace = makeRepository(20, {});
  const first = await startByShell('ulimit -n 64; exec "$@"', requirements(10), { cwd: workspace.dir }).ended;
  assert.ok([0, 1, 74].includes(first.code ?? -1), `${first.code} ${first.stderr}`);
  assert.doesNotMatch(first.stderr, /\n\s+at /);
  assert.deepEqual(checkRepository(workspace.dir, first.code === 0 ? 'over' : 'interrupted'), []);
  if (first.code !== 0) assert.equal((await runAgentos(requirements(3), { cwd: workspace.dir })).code, 0);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(20));
});

testWith('strace', 'B11: a disk that takes 40 ms for every flush makes a batch slower and nothing else', async () => {
  using workspace = makeRepository(2, {});
  const slow =
    'exec strace -f -qq -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:delay_exit=40000 "$@"';
  const { code, stderr } = await startByShell(slow, requirements(2), { cwd: workspace.dir }).ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(2));
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

testWith('gcc', 'B12: when every write takes only half of its bytes, every file is whole all the same', async () => {
  using tools = new Workspace();
  using workspace = makeRepository(3, {});
  const armed = armFault(compileShim(tools.dir), tools.dir, workspace.dir, { mode: 'short-from', at: 1 });
  const { code, stderr } = await runAgentos(requirements(3), { cwd: workspace.dir, env: armed.env });
  assert.equal(code, 0, stderr);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(3));
});

test('B14: a state that is deleted under a batch ends it with 74 and is not made anew', async () => {
  using workspace = makeRepository(3, slowly);
  const run = startAgentos(requirements(3), { cwd: workspace.dir });
  await waitFor('three calls', () => readLedger(workspace.dir).size >= 3);
  renameSync(workspace.path('.agentos'), workspace.path('moved-away'));
  rmSync(workspace.path('moved-away'), { recursive: true });
  const { code, stderr } = await run.ended;
  assert.equal(code, 74, stderr);
  assert.match(stderr, /deleted/);
  assert.ok(!existsSync(workspace.path('.agentos')));
});

test('B16: nothing goes through TMPDIR: it may be missing', async () => {
  using workspace = makeRepository(1, {});
  const { code, stderr } = await runAgentos(requirements(1), { cwd: workspace.dir, env: { TMPDIR: '/not/there' } });
  assert.equal(code, 0, stderr);
  mkdirSync(workspace.path('empty'));
  using other = makeRepository(1, {});
  const env = { TMPDIR: workspace.path('empty') };
  assert.equal((await runAgentos(requirements(1), { cwd: other.dir, env })).code, 0);
  assert.deepEqual(readFileSync(other.path('docs/lld/active/LLD-1.md'), 'utf8').includes('Status: APPROVED'), true);
});
