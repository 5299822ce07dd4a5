import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { bin, startByShell, waitFor } from '../faults/processes.ts';
import { firstOf, testWith } from '../needs.ts';
import { approved, crashes, linesOf, requirements, ScriptedWorkspace } from '../scripted-workspace.ts';

const both = ['LLD-1.md', 'LLD-2.md'];

describe('where words go', { concurrency: 2 }, () => {
  test('--json: one document on stdout, everything else on stderr', async () => {
    using workspace = new ScriptedWorkspace([1, 2], { 1: { draft: [{ print: 'hello\n' }] }, 2: crashes });
    const { code, stdout, stderr } = await workspace.requirements('--json');
    const { exitCode, tasks, counts } = JSON.parse(stdout);
    assert.deepEqual([code, exitCode, counts.done, counts.failed], [1, 1, 1, 1]);
    assert.equal(tasks[0].outputPath, 'docs/lld/active/LLD-1.md');
    for (const { logPath } of tasks) assert.ok(statSync(workspace.path(logPath)).isFile());
    assert.match(stderr, /^\[LLD-1\] hello$/m);
    for (const line of linesOf(stderr)) assert.match(line, /^\[(LLD-\d|COORDINATOR)\] /);
  });

  test('--json: a defect that nobody caught is the document, too, exit 70', async () => {
    using workspace = new ScriptedWorkspace([1], { '*': { draft: [{ delayMs: 60_000 }] } });
    const late = `if (process.argv.includes('--json')) setTimeout(() => { throw new Error('no way'); }, 700);`;
    workspace.write({ 'late.cjs': late });
    const script = 'export NODE_OPTIONS="--require ./late.cjs"; exec "$@"';
    const { code, stdout } = await startByShell(script, requirements('--json'), { cwd: workspace.dir }).ended;
    assert.equal(code, 70);
    const { schemaVersion, error } = JSON.parse(stdout);
    assert.deepEqual([schemaVersion, error.code], [1, 'DEFECT']);
    assert.match(error.message, /no way/);
  });

  testWith('script', 'a terminal has its cursor back when a defect ends the batch', async () => {
    using workspace = new ScriptedWorkspace([1], { '*': { draft: [{ delayMs: 60_000 }] } });
    const late = `if (process.argv.includes('--parallel')) setTimeout(() => { throw new Error('no way'); }, 1500);`;
    workspace.write({ 'late.cjs': late });
    const script =
      'unset CI; export TERM=xterm NODE_OPTIONS="--require ./late.cjs"; exec script -qec "stty cols 80; $*" /dev/null';
    const { code, stdout } = await startByShell(script, requirements('--parallel', '2'), { cwd: workspace.dir }).ended;
    assert.equal(code, 70, stdout);
    assert.match(stdout, /\u001b\[\?25l/);
    assert.ok(stdout.lastIndexOf('\u001b[?25h') > stdout.lastIndexOf('\u001b[?25l'), stdout);
  });

  test('--quiet: nothing at all on success, and what failed otherwise', async () => {
    using workspace = new ScriptedWorkspace([1, 2], { 1: { draft: [{ print: 'hello\n' }] }, 2: crashes });
    const well = await workspace.requirements('--quiet', '--ids', '1');
    assert.deepEqual([well.code, well.stdout, well.stderr], [0, '', '']);
    const badly = await workspace.requirements('--quiet', '--ids', '2');
    assert.deepEqual([badly.code, badly.stdout], [1, '']);
    assert.match(badly.stderr, /^\[COORDINATOR\] Failed:\n\[COORDINATOR\] {3}2 {2}crash: /);
  });

  test('--events: the journal, line by line and byte by byte, and nothing else', async () => {
    using workspace = new ScriptedWorkspace([1, 2], { 1: { draft: [{ print: 'hello\n' }] }, '*': approved });
    const { code, stdout, stderr } = await workspace.requirements('--events', '--parallel', '2');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, readFileSync(workspace.journalPath(), 'utf8'));
    assert.equal(JSON.parse(linesOf(stdout).at(-1) ?? '').kind, 'batch-ended');
    assert.match(stderr, /^\[LLD-1\] hello$/m);
  });

  for (const flags of firstOf(2, [[], ['--events'], ['--json'], ['--quiet']])) {
    testWith('head', `a reader that goes away stops nothing: ${flags.join() || 'plain'} | head -1`, async () => {
      using workspace = new ScriptedWorkspace([1, 2], { '*': { draft: [{ delayMs: 200 }] } });
      const script = '("$@"; echo $? > code) | head -1';
      const { stdout, stderr } = await startByShell(script, requirements(...flags), { cwd: workspace.dir }).ended;
      assert.deepEqual([workspace.designs(), workspace.fates()], [both, { 1: 'done', 2: 'done' }], stderr);
      assert.equal(readFileSync(workspace.path('code'), 'utf8'), '0\n');
      assert.ok(stdout.split('\n').length <= 2);
      assert.doesNotMatch(stderr, /EPIPE|Error|\n\s+at /);
    });
  }

  test('without stdout the batch does its work, and the exit code is as it should be', async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3], { 3: crashes });
    const { code, stderr } = await startByShell('exec "$@" >&-', requirements(), { cwd: workspace.dir }).ended;
    assert.equal(code, 1);
    assert.deepEqual(workspace.designs(), both);
    assert.match(stderr, /2 done · 1 failed/);
    assert.doesNotMatch(stderr, /EBADF|\n\s+at /);
  });
});

test('a reader that stops reading holds nobody up, and finds every line whole or counted', async () => {
  const line = 'x'.repeat(1023);
  using workspace = new ScriptedWorkspace([1, 2], { 1: { draft: [{ print: `${line}\n`.repeat(5 * 1024) }] } });
  const child = spawn(process.execPath, [bin, ...requirements('--parallel', '2')], {
    cwd: workspace.dir,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await waitFor('the end', () => workspace.journal().at(-1)?.kind === 'batch-ended');
  assert.deepEqual(workspace.designs(), both);
  await setTimeout(3_000);
  const stdout = await text(child.stdout);
  assert.equal(await ended, 0);
  for (const one of linesOf(stdout)) assert.match(one, /^\[(LLD-\d|COORDINATOR)\] /);
  assert.match(
    linesOf(stdout)
      .filter((one) => one.startsWith('[C'))
      .join(),
    /^\[COORDINATOR\] \d+ lines left out here: the reader was too slow; the logs have them all$/,
  );
  assert.ok(countX(workspace) >= 5 * 1024 * line.length, 'the log has them all');
});

test('20 MB in three lines cost the coordinator a bounded amount of memory, and become lines with a prefix', async () => {
  const long = 'x'.repeat(7 * 1024 * 1024);
  const back = ['No bound', 'Unsafe path', 'Missing rollback'].map((message) => ({ answer: 'REVISE', message }));
  const review = [...back, { answer: 'APPROVED', delayMs: 1_000 }];
  using workspace = new ScriptedWorkspace([1], { 1: { review, revise: [{ print: `${long}\n` }] } });
  const run = workspace.start(...requirements());
  await workspace.calls('1 review 4 1');
  const peakMb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${run.pid}/status`, 'utf8'))?.[1]) / 1024;
  const { code, stdout, stderr } = await run.ended;
  assert.equal(code, 0, stderr.slice(-500));
  assert.ok(peakMb < 200, `${peakMb} MB`);
  for (const one of linesOf(stdout)) assert.match(one.slice(0, 80), /^\[(LLD-1|COORDINATOR)\] /);
  assert.ok(countX(workspace) >= 3 * long.length, 'the log has them all');
});

/** How much of what it printed is in the log of the first task. */
function countX(workspace: ScriptedWorkspace): number {
  const code = 'x'.charCodeAt(0);
  return workspace.log('1').reduce((count, byte) => (byte === code ? count + 1 : count), 0);
}
