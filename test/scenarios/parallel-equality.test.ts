import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import type { JournalEntry } from '../../src/model/event.ts';
import { approved, type Plays, ScriptedWorkspace, sentBackOnce } from '../scripted-workspace.ts';
import type { Workspace } from '../workspace.ts';

const ids = [1, 2, 3, 4, 5, 6, 7, 8];
const twice = {
  review: [
    { answer: 'REVISE', message: 'No bound' },
    { answer: 'REVISE', message: 'Unsafe path' },
    { answer: 'APPROVED' },
  ],
};
const plays: Plays = { 2: sentBackOnce, 5: twice, 7: sentBackOnce, '*': approved };

test('a batch of eight at a time leaves the same bytes and asks for the same as one at a time', async () => {
  using alone = new ScriptedWorkspace(ids, plays);
  using together = new ScriptedWorkspace(ids, plays);
  const [one, eight] = [await alone.requirements('--parallel', '1'), await together.requirements('--parallel', '8')];
  assert.deepEqual([one.code, eight.code], [0, 0], one.stderr + eight.stderr);
  assert.equal(alone.designs().length, ids.length);
  assert.deepEqual(readResults(together), readResults(alone));
  assert.equal(alone.ledger().length, 2 * ids.length + 2 * 4);
  assert.deepEqual(together.ledger().toSorted(), alone.ledger().toSorted());
});

test('eight tasks at four at a time overlap: the batch takes less than the sum of its tasks', async () => {
  using workspace = new ScriptedWorkspace(ids, { '*': { draft: [{ delayMs: 300 }] } });
  const { code, stderr } = await workspace.requirements('--parallel', '4');
  assert.equal(code, 0, stderr);
  const journal = workspace.journal();
  const started = journal.filter(({ kind }) => kind === 'task-started').map(({ at }) => at);
  const done = journal.flatMap((entry) => (entry.kind === 'task-done' ? [entry] : []));
  const sumMs = done.reduce((sum, { runningMs }) => sum + runningMs, 0);
  const tookMs = Math.max(...done.map(({ at }) => at)) - Math.min(...started);
  assert.ok(sumMs >= ids.length * 300, `${sumMs}`);
  assert.ok(tookMs < sumMs, `${tookMs} ms for ${sumMs} ms of work`);
  assert.ok(mostAtOnce(journal) > 1 && mostAtOnce(journal) <= 4, `${mostAtOnce(journal)}`);
});

/** Every file but state and ledger, by its path; times and what is made of them are taken out. */
function readResults(workspace: Workspace): Record<string, string> {
  const paths = readdirSync(workspace.dir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.agentos') && path !== 'ledger.txt' && statSync(workspace.path(path)).isFile(),
  );
  return Object.fromEntries(
    paths.sort().map((path) => [path, withoutTimes(readFileSync(workspace.path(path), 'utf8'))]),
  );
}

/** Days, moments, names of batches and hashes of documents that hold one of them. */
function withoutTimes(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'DAY')
    .replace(/\d{8}T\d{9}Z-[0-9a-f]{6}/g, 'BATCH')
    .replace(/"(\w+At)": \d+/g, '"$1": MOMENT')
    .replace(/"documentSha256": "[0-9a-f]{64}"/g, '"documentSha256": HASH');
}

function mostAtOnce(journal: readonly JournalEntry[]): number {
  let [running, most] = [0, 0];
  for (const { kind } of journal) {
    if (kind === 'task-started') running += 1;
    if (kind === 'task-done') running -= 1;
    most = Math.max(most, running);
  }
  return most;
}
