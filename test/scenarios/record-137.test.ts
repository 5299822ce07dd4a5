import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lintDocument } from '../../src/governance/lint.ts';
import { readTreeFacts } from '../../src/worktrees/tree-facts.ts';
import { projectDir } from '../workspace.ts';

const textOf = (path: string) => readFileSync(join(projectDir, path), 'utf8');
const lldPath = 'docs/lld/active/LLD-137.md';
const reports = ['docs/reports/137/implementation-report.md', 'docs/reports/137/test-report.md'];

test('our own design of #137 passes our own checks, and every requirement has a scenario', () => {
  const { totals, kind } = lintDocument(textOf(lldPath), 'LLD-137.md', () => readTreeFacts(projectDir, null));
  assert.equal(kind, 'lld');
  assert.equal(totals.error, 0);
});

test('its report is of this very design', () => {
  const [report = ''] = reports;
  assert.ok(textOf(report).includes(`\nlldSha256: ${hash('sha256', textOf(lldPath), 'hex')}\n`));
});

test('every file that the record names is there', () => {
  const named = [lldPath, ...reports].flatMap((path) => [
    ...textOf(path).matchAll(/`((?:src|test|docs|bench)\/[\w./-]+)`/g),
  ]);
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(projectDir, path)));
  assert.deepEqual(missing, []);
});
