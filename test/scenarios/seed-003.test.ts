import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bin, issueText, runBin, Workspace } from '../workspace.ts';

/** Scenarios of the parallel CLI design (section 10.1), by number, for both tools. */
const tools: { bin: Bin; command: string; write: (workspace: Workspace) => Workspace }[] = [
  {
    bin: 'run-requirements-workflow',
    command: 'requirements',
    write: (workspace) =>
      workspace.write({
        'docs/issues/137-a.md': issueText('Issue #137: Alpha'),
        'docs/issues/142-b.md': issueText('Issue #142: Beta'),
      }),
  },
  {
    bin: 'run-implement-from-lld',
    command: 'implement',
    write: (workspace) =>
      workspace.write({
        'docs/lld/active/LLD-137.md': lld('137', 'Alpha'),
        'docs/lld/active/LLD-142.md': lld('142', 'Beta'),
      }),
  },
];

function lld(id: string, title: string): string {
  return `# LLD Finalized\n\nPath: docs/lld/active/LLD-${id}.md\nStatus: APPROVED\nReviews: 1\n\n---\n\n# ${id} - ${title}\n\n## 1. Context & Goal\n`;
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
