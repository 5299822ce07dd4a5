import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ImplementWorkspace, type Piece, players, writeCode } from '../cli/implement-workspace.ts';
import { findProcesses, type Started, start, waitFor } from '../faults/processes.ts';
import { linesOf } from '../scripted-workspace.ts';
import { projectDir } from '../workspace.ts';

/** Scenarios of the parallel CLI design (section 10.1), by number, for the tool that writes code. */
const bin = 'run-implement-from-lld';

async function design(pieces: readonly Piece[]): Promise<ImplementWorkspace> {
  const workspace = new ImplementWorkspace(pieces);
  const { code, stderr } = await workspace.requirements('--parallel', '2');
  assert.equal(code, 0, stderr);
  return workspace;
}

function begin(workspace: ImplementWorkspace, ...args: string[]): Started {
  const argv = [process.execPath, join(projectDir, 'bin', `${bin}.cjs`), ...players, ...args];
  return start(argv, { cwd: workspace.dir, env: { HOME: workspace.dir } });
}

/** Says this while it codes, and does well. */
function saying(id: string, say: string): Piece {
  return { id, agent: { implement: [{ say, ...writeCode({ id }) }] } };
}

test(`060 070 110 ${bin}: --parallel 2 completes four tasks; every line says whose it is, every file is whole`, async () => {
  const wordy = [saying('1', 'half of no end'), saying('2', 'one\ntwo\r\nthree\n'), { id: '3' }, { id: '4' }];
  using workspace = await design(wordy);
  const { code, stdout, stderr } = await begin(workspace, '--parallel', '2').ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'done', 4: 'done' });
  for (const line of linesOf(stdout)) assert.match(line, /^\[IMPL-\d+\] /);
  for (const line of linesOf(stderr)) assert.match(line, /^\[(IMPL-\d+|COORDINATOR)\] /);
  for (const part of ['1] half of no end', '2] one\n', '2] two\n', '2] three\n'])
    assert.ok(stdout.includes(`[IMPL-${part}`), part);
  assert.equal(countWhole(workspace, ['1', '2', '3', '4']), 4);
  assert.deepEqual(workspace.temporaries(), []);
});

test(`080 ${bin}: SIGINT ends it cleanly within 5 s, leaves no process, and says how to go on`, async () => {
  const hanging = ['1', '2'].map((id) => ({ id, agent: { 'write-tests': [{ run: { argv: ['sleep', '600'] } }] } }));
  using workspace = await design(hanging);
  const run = begin(workspace, '--parallel', '2');
  await waitFor('both agents', () => countSleepers(workspace) === 2);
  const killedAt = performance.now();
  run.child.kill('SIGINT');
  const { code, stderr } = await run.ended;
  const tookMs = performance.now() - killedAt;
  assert.equal(code, 130, stderr);
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
  assert.deepEqual(findProcesses(workspace.dir), []);
  assert.match(stderr, new RegExp(`Run \`agentos resume ${workspace.lastBatch()}\` to go on`));
});

test(`100 120 ${bin}: a crash and a result that cannot be written fail alone, and nothing temporary stays`, async () => {
  using workspace = await design([{ id: '1', agent: { implement: [{ crash: 'kill' }] } }, { id: '2' }, { id: '3' }]);
  workspace.write({ 'docs/lineage/2-impl': 'a file' });
  const { code, stdout, stderr } = await begin(workspace, '--parallel', '2').ended;
  assert.equal(code, 1);
  assert.deepEqual(workspace.fates(), { 1: 'failed crash', 2: 'failed output', 3: 'done' }, stdout);
  assert.match(stderr, /^\[COORDINATOR\] Failed:\n\[COORDINATOR\] {3}1 {2}crash: .* 2 attempts/m);
  assert.match(stderr, /Failed: 1, 2\. Run `agentos implement .* --ids 1 2` to retry\./);
  assert.equal(readFileSync(workspace.path('docs/lineage/2-impl'), 'utf8'), 'a file');
  assert.equal(countWhole(workspace, ['1', '2', '3']), 1);
  assert.deepEqual(workspace.temporaries(), []);
});

function countSleepers(workspace: ImplementWorkspace): number {
  return findProcesses(workspace.dir).filter((pid) => /^(\S*\/)?sleep 600/.test(commandOf(pid))).length;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** How many have their evidence; every file that the journal calls written is there with the bytes that it names. */
function countWhole(workspace: ImplementWorkspace, ids: readonly string[]): number {
  for (const entry of workspace.entries) {
    if (entry.kind !== 'published' && entry.kind !== 'task-done') continue;
    for (const { path, sha256 } of entry.files)
      assert.equal(hash('sha256', readFileSync(workspace.path(path)), 'hex'), sha256, path);
  }
  return ids.filter((id) => existsSync(workspace.path(`docs/lineage/${id}-impl/evidence.json`))).length;
}
