import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProcesses, type Started, start } from '../faults/processes.ts';
import { approved, crashes, linesOf, type Plays, ScriptedWorkspace, sentBackOnce } from '../scripted-workspace.ts';
import { type Bin, issueText, projectDir, runBin, Workspace } from '../workspace.ts';

/** A tool that can run, and how its part of a scripted repository looks. */
interface Running {
  readonly flags: readonly string[];
  /** How lines of a task start. */
  readonly prefix: string;
  /** Where the result of a task belongs. */
  resultOf(id: string): string;
}

interface Tool {
  readonly bin: Bin;
  readonly command: string;
  write(workspace: Workspace): Workspace;
  /** Null for a tool that only plans so far. */
  readonly running: Running | null;
}

/** Scenarios of the parallel CLI design (section 10.1), by number, for both tools. */
const tools: readonly Tool[] = [
  {
    bin: 'run-requirements-workflow',
    command: 'requirements',
    running: {
      flags: ['--drafter', 'scripted:script.json', '--reviewer', 'scripted:script.json'],
      prefix: 'LLD',
      resultOf: (id) => `docs/lld/active/LLD-${id}.md`,
    },
    write: (workspace) =>
      workspace.write({
        'docs/issues/137-a.md': issueText('Issue #137: Alpha'),
        'docs/issues/142-b.md': issueText('Issue #142: Beta'),
      }),
  },
  {
    bin: 'run-implement-from-lld',
    command: 'implement',
    running: null,
    write: (workspace) =>
      workspace.write({
        'docs/lld/active/LLD-137.md': lld('137', 'Alpha'),
        'docs/lld/active/LLD-142.md': lld('142', 'Beta'),
        'docs/lineage/137-lld/approval.json': approvalOf(lld('137', 'Alpha')),
        'docs/lineage/142-lld/approval.json': approvalOf(lld('142', 'Beta')),
      }),
  },
];

function lld(id: string, title: string): string {
  return `# LLD Finalized\n\nPath: docs/lld/active/LLD-${id}.md\nStatus: APPROVED\nReviews: 1\n\n---\n\n# ${id} - ${title}\n\n## 1. Context & Goal\n`;
}

function approvalOf(document: string): string {
  const documentSha256 = hash('sha256', document, 'hex');
  return JSON.stringify({ schemaVersion: 1, issueSha256: 'x', documentSha256, isOffline: false });
}

for (const { bin, command, write } of tools) {
  const dryRun = async (...args: string[]) => {
    using workspace = write(new Workspace());
    const before = workspace.list();
    const ended = await runBin(bin, ['--dry-run', ...args], { cwd: workspace.dir });
    assert.deepEqual(workspace.list(), before, 'nothing was written');
    return ended;
  };

  test(`010 ${bin}: --parallel 4 is parsed`, async () => {
    const { code, stdout } = await dryRun('--parallel', '4', '--json');
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).parallel, 4);
  });

  test(`020 ${bin}: --dry-run is parsed, and alone is enough`, async () => {
    const { code, stdout } = await dryRun();
    assert.equal(code, 0);
    assert.match(stdout, /nothing was run, written or called/);
  });

  test(`030 ${bin}: without --parallel it is sequential`, async () => {
    assert.equal(JSON.parse((await dryRun('--json')).stdout).parallel, 1);
  });

  test(`040 ${bin}: --parallel -1 is refused`, async () => {
    const { code, stdout, stderr } = await dryRun('--parallel', '-1');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /--parallel must be a whole number of at least 1, not "-1"/);
  });

  test(`050 ${bin}: the dry run lists the tasks`, async () => {
    const { stdout } = await dryRun();
    for (const part of ['137  Alpha', '142  Beta', '2 tasks', 'time unknown']) assert.ok(stdout.includes(part), part);
    const { tasks } = JSON.parse((await dryRun('--json')).stdout);
    assert.deepEqual(
      tasks.map((task: { id: string }) => task.id),
      ['137', '142'],
    );
  });

  test(`${bin} and \`agentos ${command}\` give the same bytes`, async () => {
    using workspace = write(new Workspace());
    for (const args of [
      ['--dry-run'],
      ['--dry-run', '--json'],
      ['--dry-run', '--ids', '142', '137'],
      ['--parallel', '0'],
      ['--nonsense'],
    ]) {
      const tool = await runBin(bin, args, { cwd: workspace.dir });
      const main = await runBin('agentos', [command, ...args], { cwd: workspace.dir });
      const named = { ...main, stderr: main.stderr.replace(`agentos ${command} --help`, `${bin} --help`) };
      assert.deepEqual(tool, named, args.join(' '));
    }
  });
}

for (const { bin, running } of tools) {
  if (running === null) continue;
  const { flags, prefix, resultOf } = running;
  const begin = (workspace: Workspace, ...args: string[]): Started =>
    start([process.execPath, join(projectDir, 'bin', `${bin}.cjs`), ...flags, ...args], {
      cwd: workspace.dir,
      env: { HOME: workspace.dir },
    });
  const ofTask = new RegExp(`^\\[${prefix}-\\d+\\] `);
  const ofAnybody = new RegExp(`^\\[(${prefix}-\\d+|COORDINATOR)\\] `);
  const hasResult = (workspace: ScriptedWorkspace, id: string) =>
    workspace.list().some((line) => line.startsWith(`${resultOf(id)} `));

  test(`060 070 ${bin}: --parallel 2 completes four tasks, and every line says whose it is`, async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3, 4], wordy);
    const { code, stdout, stderr } = await begin(workspace, '--parallel', '2').ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'done', 4: 'done' });
    for (const line of linesOf(stdout)) assert.match(line, ofTask);
    for (const line of linesOf(stderr)) assert.match(line, ofAnybody);
    assert.ok(stdout.endsWith('\n') && stderr.endsWith('\n'), 'no line was cut off');
    const spoken = ['1] half of no end', '2] one', '2] two', '2] three'];
    for (const part of spoken) assert.ok(stdout.includes(`[${prefix}-${part}\n`), part);
    assert.match(stderr, new RegExp(`^\\[${prefix}-3\\] a complaint$`, 'm'));
  });

  test(`080 ${bin}: SIGINT ends it cleanly within 5 s, leaves no process, and says how to go on`, async () => {
    const hanging = { draft: [{ hang: true }] };
    using workspace = new ScriptedWorkspace([1, 2, 3, 4], { 1: hanging, 2: hanging });
    const run = begin(workspace, '--parallel', '2');
    await workspace.calls('1 draft 1 1', '2 draft 1 1');
    assert.ok(findProcesses(workspace.dir).length > 1, 'there are workers that could be left behind');
    const killedAt = performance.now();
    run.child.kill('SIGINT');
    const { code, stderr } = await run.ended;
    const tookMs = performance.now() - killedAt;
    assert.equal(code, 130, stderr);
    assert.ok(tookMs < 5_000, `${tookMs} ms`);
    assert.deepEqual(findProcesses(workspace.dir), []);
    assert.match(stderr, new RegExp(`Run \`agentos resume ${workspace.lastBatch()}\` to go on`));
  });

  test(`100 ${bin}: of three successes and one failure it exits 1, tells the failure, and keeps the results`, async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3, 4], { 3: crashes, '*': approved });
    const { code, stdout, stderr } = await begin(workspace, '--parallel', '2').ended;
    assert.equal(code, 1);
    assert.match(stderr, /^\[COORDINATOR\] Failed:\n\[COORDINATOR\] {3}3 {2}crash: .*exit code 7.* 2 attempts/m);
    assert.match(stderr, /3 done · 1 failed/);
    assert.match(stderr, /Failed: 3\. Run `.* --ids 3` to retry\./);
    assert.match(stdout, new RegExp(`^\\[${prefix}-3\\] failed: crash: `, 'm'));
    assert.deepEqual(
      ['1', '2', '3', '4'].filter((id) => hasResult(workspace, id)),
      ['1', '2', '4'],
    );
  });

  test(`110 ${bin}: what was written is what the journal names, byte for byte, and nothing temporary remains`, async () => {
    using workspace = new ScriptedWorkspace([1], { 1: sentBackOnce });
    assert.equal((await begin(workspace).ended).code, 0);
    assert.ok(expectWhole(workspace).includes(resultOf('1')));
    assert.deepEqual(workspace.temporaries(), []);
  });

  test(`120 ${bin}: a task that cannot finish writing leaves no torn file and nothing temporary`, async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3], { 2: { draft: [{ delayMs: 1_000 }] }, '*': approved });
    mkdirSync(workspace.path(resultOf('1'), 'in the way'), { recursive: true });
    const run = begin(workspace, '--parallel', '3');
    await workspace.calls('2 draft 1 1');
    rmSync(workspace.path('docs/lineage/2-lld'), { recursive: true });
    workspace.write({ 'docs/lineage/2-lld': 'a file' });
    const { code, stdout, stderr } = await run.ended;
    assert.equal(code, 1, stderr);
    assert.deepEqual(workspace.fates(), { 1: 'failed output', 2: 'failed output', 3: 'done' }, stdout);
    assert.deepEqual(workspace.names(resultOf('1')), ['in the way']);
    assert.equal(readFileSync(workspace.path('docs/lineage/2-lld'), 'utf8'), 'a file');
    assert.deepEqual(workspace.temporaries(), []);
    expectWhole(workspace, ({ task }) => task !== '2');
  });
}

/** Tasks that speak in halves of lines, in several at once, on both streams and without an end. */
const wordy: Plays = {
  1: { draft: [{ print: 'half of ' }], review: [{ print: 'no end', answer: 'APPROVED' }] },
  2: { draft: [{ print: 'one\ntwo\r\nthree\n' }] },
  3: { draft: [{ printError: 'a complaint\n', print: '\n\n' }] },
  '*': approved,
};

/** Every file that the journal calls written is there with the bytes that it names. Gives their paths. */
function expectWhole(
  workspace: ScriptedWorkspace,
  isMeant: (event: { task: string }) => boolean = () => true,
): string[] {
  const written = workspace
    .journal()
    .filter((entry) => entry.kind === 'published' || entry.kind === 'task-done')
    .filter(isMeant)
    .flatMap(({ files }) => files);
  for (const { path, sha256 } of written)
    assert.equal(hash('sha256', readFileSync(workspace.path(path)), 'hex'), sha256, path);
  return written.map(({ path }) => path);
}
