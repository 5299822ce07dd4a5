import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SimulatedWorkspace } from '../models/simulated-workspace.ts';
import { projectDir } from '../workspace.ts';

/** The issue that seed 003 was written for, as it stands at its end. */
function readIssue137(): string {
  const seed = readFileSync(join(projectDir, 'test/fixtures/seeds/003_03213a7a9c1692df.txt'), 'utf8');
  const [, issue = ''] = seed.split('## Original GitHub Issue #137\n');
  return issue.slice(0, issue.indexOf('\n**CRITICAL'));
}

test("the seeds' own issue #137 becomes an approved design that lint finds clean, with a complete lineage", async () => {
  await using workspace = await SimulatedWorkspace.open({
    issues: 0,
    scopes: [
      { id: 'drafts', provider: 'anthropic' },
      { id: 'reviews', provider: 'google' },
    ],
  });
  workspace.write({ 'docs/issues/137-parallel.md': readIssue137() });
  workspace.git('init', '-q');
  workspace.git('add', 'docs');
  workspace.git('-c', 'user.name=Test', '-c', 'user.email=test@localhost', 'commit', '-q', '-m', 'Start');
  const { code, stderr } = await workspace.run('requirements', '--parallel', '4');
  assert.equal(code, 0, stderr);
  const design = readFileSync(workspace.path('docs/lld/active/LLD-137.md'), 'utf8');
  assert.match(design, /\nStatus: APPROVED\nReviews: 1\nBase: [0-9a-f]{40}\n/);
  for (const part of ['`--parallel N` flag', 'Graceful shutdown on Ctrl+C']) assert.ok(design.includes(part), part);
  const lint = await workspace.run('lint', '--json', 'docs/lld/active/LLD-137.md');
  assert.equal(lint.code, 0, lint.stdout);
  assert.deepEqual(workspace.lineage('137'), [
    '001-issue.md',
    '002-draft.md',
    '003-check.md',
    '004-verdict.md',
    '005-final.md',
    'approval.json',
  ]);
});
