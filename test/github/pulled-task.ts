import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BatchRecord, foldBatch } from '../../src/model/batch-record.ts';
import type { BatchEvent, JournalEntry } from '../../src/model/event.ts';
import type { Evidence } from '../../src/workflows/implementation/evidence.ts';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { removeWorktree } from '../../src/worktrees/remove-worktree.ts';
import { commitOrder, id, type Repository } from '../worktrees/house.ts';

/** Implements a task by hand: its branch, and its evidence as a batch would leave it. */
export async function implementTask(repository: Repository, name: string): Promise<BatchEvent> {
  const { tree } = await repository.open(name);
  writeFileSync(join(tree.path, `${name}.txt`), 'work\n');
  const commit = (await commitAll(repository.house, tree, commitOrder({ isThorough: true }))) ?? '';
  await removeWorktree(repository.house, tree, commitOrder());
  const text = JSON.stringify(makeEvidence(name, tree.branch, tree.base, commit));
  const path = `docs/lineage/${name}-impl/evidence.json`;
  repository.workspace.write({ [path]: text, '.agentos/.gitignore': '*\n' });
  const files = [{ path, sha256: hash('sha256', text, 'hex'), replaces: null }];
  return { kind: 'task-done', task: name, files, runningMs: 2000 };
}

function makeEvidence(name: string, branch: string, base: string, commit: string): Evidence {
  const lld = { path: `docs/lld/active/LLD-${name}.md`, sha256: hash('sha256', name, 'hex'), issueSha256: null };
  return {
    schemaVersion: 1,
    task: { id: name, title: `Title ${name}` },
    lld: { ...lld, branchPath: null, reviewer: null, callId: null, isForced: false, isOffline: false },
    startedAt: '2026-11-16T12:00:00.000Z',
    framework: { kind: 'node-test', folder: '', version: null },
    agent: { spec: 'scripted:s.json', models: [], programs: [] },
    tools: { agentos: '0.1.0', node: 'v24.1.0', git: null },
    platform: { os: 'linux', release: '6.1.0', arch: 'x64' },
    sandbox: { level: 'none', network: 'host', reason: 'switched off' },
    ...{ branch, base, commit, tree: commit, tested: { commit, tree: commit } },
    requirements: [{ number: 1, text: 'It works' }],
    scenarios: [],
    changed: [],
    gates: [{ gate: 'suite', state: 'passed', summary: '3 tests passed', findings: [] }],
    reviews: [],
    commands: [],
    rounds: 1,
    receipt: null,
  };
}

/** A batch that was to open pull requests, or not. */
export function recordBatch(repoDir: string, ends: readonly BatchEvent[], pullRequests = 'yes'): BatchRecord {
  const tasks = ['7', '8', '9'].map((name) => ({
    ...{ id: id(name), workflow: 'implement' as const, title: `Title ${name}`, reason: 'new' as const },
    ...{ inputPath: `${name}.md`, inputSha256: '', outputPath: `docs/reports/${name}/implementation-report.md` },
    ...{ estimate: { seconds: null, usd: null }, conflictsWith: [] },
  }));
  const plan = { tasks, skipped: [], rejected: [], places: [], repoDir, roots: [], isFresh: false, parallel: 1 };
  const started: BatchEvent = { kind: 'batch-started', workflow: 'implement', settings: { pullRequests }, ...plan };
  return foldBatch('batch-1', [started, ...ends].map(toEntry));
}

function toEntry(event: BatchEvent, index: number): JournalEntry {
  return { ...event, schemaVersion: 1, sequence: index + 1, at: Date.UTC(2026, 5, 1), traceId: 't', spanId: 's' };
}
