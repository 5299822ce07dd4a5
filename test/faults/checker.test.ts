import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Workspace } from '../workspace.ts';
import { checkRepository } from './checker.ts';
import { compareDigests, makeDigest } from './digest.ts';
import { readJournals } from './journals.ts';
import { runAgentos } from './processes.ts';
import { makeRepository, requirements } from './scripts.ts';

/** What could go wrong, and the word by which the checker has to know it. */
const damages: readonly (readonly [string, (repo: string, journal: string) => void, RegExp])[] = [
  ['a lost result', (repo) => rmSync(join(repo, 'docs/lld/active/LLD-1.md')), /LLD-1\.md was published and is lost/],
  ['a torn result', (repo) => writeFileSync(join(repo, 'docs/lineage/1-lld/002-draft.md'), '# Dra'), /is not what was/],
  ['a stray result', (repo) => writeFileSync(join(repo, 'docs/lld/active/LLD-9.md'), ''), /nobody announced it/],
  ['a temporary', (repo) => writeFileSync(join(repo, 'docs/lld/active/LLD-1.md.tmp'), ''), /was left behind/],
  ['a kept lock', (repo) => writeFileSync(join(repo, '.agentos/agentos.lock.json'), '{}'), /record of the lock/],
  [
    'a kept checkpoint',
    (repo) => writeFileSync(join(repo, '.agentos/checkpoints/requirements-1.db'), ''),
    /which is done/,
  ],
  ['a lost checkpoint', (repo) => rmSync(join(repo, '.agentos/checkpoints/requirements-2.db')), /of 2 is gone/],
  ['a gap', (_repo, journal) => edit(journal, (lines) => lines.toSpliced(3, 1)), /line 4 has number 5/],
  ['a torn line', (_repo, journal) => edit(journal, (lines) => lines.with(2, '{"kind":')), /line 3 is torn/],
  ['no end', (_repo, journal) => edit(journal, (lines) => lines.toSpliced(-2, 1)), /the last batch ends with/],
  ['a repeated step', (_repo, journal) => edit(journal, repeatStep), /was done twice/],
];

test('the checker knows every kind of damage that it is there for', async () => {
  using workspace = makeRepository(2, { 2: { draft: [{ crash: 'throw' }] } });
  assert.equal((await runAgentos(requirements(2), { cwd: workspace.dir })).code, 1);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  const digest = makeDigest(workspace.dir);
  const journal = join('.agentos/batches', readJournals(workspace.dir)[0]?.batch ?? '', 'journal.ndjson');
  for (const [name, damage, word] of damages) {
    using copy = new Workspace();
    cpSync(workspace.dir, copy.dir, { recursive: true });
    assert.deepEqual(compareDigests(digest, makeDigest(copy.dir)), []);
    damage(copy.dir, copy.path(journal));
    assert.match(checkRepository(copy.dir, 'over').join('\n'), word, name);
  }
});

function edit(journal: string, change: (lines: string[]) => string[]): void {
  writeFileSync(journal, change(readFileSync(journal, 'utf8').split('\n')).join('\n'));
}

function repeatStep(lines: string[]): string[] {
  const step = lines.find((line) => line.includes('"step-done"')) ?? '';
  return lines.toSpliced(-2, 0, step);
}
