import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { JournalEntry } from '../../src/model/event.ts';
import type { Evidence } from '../../src/workflows/implementation/evidence.ts';
import { codeOf, ImplementWorkspace, type Piece, players, testsOf, writeCode } from '../cli/implement-workspace.ts';
import { type Ending, findProcesses, runAgentos, type Started, startAgentos, waitFor } from '../faults/processes.ts';
import type { Workspace } from '../workspace.ts';

/** A task with an approved design. */
export interface Approved extends Piece {
  /** What the reviewer of its code answers. */
  readonly review?: readonly object[];
  /** Rows of the design's table of files instead of its own two. */
  readonly files?: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A repository whose designs are approved already, and a script that plays agents and reviewers. */
export class ApprovedWorkspace extends ImplementWorkspace {
  /** Of every `agentos` that is started; what it starts can be found by its home. */
  environment: Environment = { HOME: this.dir };

  constructor(tasks: readonly Approved[]) {
    super(tasks);
    for (const task of tasks) this.approve(task.id, renderDesign(task));
  }

  override playAgents(tasks: readonly Approved[]): void {
    super.playAgents(tasks);
    const script = JSON.parse(readFileSync(this.path('script.json'), 'utf8'));
    const reviews = tasks.flatMap(({ id, review }) => (review === undefined ? [] : [[id, { 'review-code': review }]]));
    this.write({ 'script.json': JSON.stringify({ ...script, tasks: Object.fromEntries(reviews) }) });
  }

  /** The design as it is approved; `record` stands instead of what is true. */
  approve(id: string, design: string, record: object = {}): void {
    approve(this, id, design, record);
  }

  override start(...args: readonly string[]): Started {
    return startAgentos(args, { cwd: this.dir, env: this.environment });
  }

  override async run(...args: readonly string[]): Promise<Ending> {
    return await runAgentos(args, { cwd: this.dir, env: this.environment });
  }

  /** `agentos implement` with the script; what comes behind it counts. */
  begin(...more: readonly string[]): Started {
    return this.start('implement', ...players, ...more);
  }

  /** Waits until the journal of the last batch has such an entry. */
  async sees(what: string, isMeant: (entry: JournalEntry) => boolean): Promise<void> {
    await waitFor(what, () => this.batches().length > 0 && this.entries.some(isMeant));
  }

  /** Why a task failed or was rejected in the last batch. */
  reason(id: string): string {
    for (const entry of this.entries.toReversed()) {
      if (entry.kind === 'task-failed' && entry.task === id) return entry.failure.message;
      if (entry.kind === 'task-rejected' && entry.task === id) return entry.reason;
    }
    return '';
  }

  evidence(id: string): Evidence {
    return JSON.parse(readFileSync(this.path('docs/lineage', `${id}-impl`, 'evidence.json'), 'utf8'));
  }

  hasEvidence(id: string): boolean {
    return existsSync(this.path('docs/lineage', `${id}-impl`, 'evidence.json'));
  }

  /** Subjects of the commits of a task's branch since its start, the newest first. */
  commits(id: string): string[] {
    return this.git('log', '--format=%s', `main..agentos/${id}`).split('\n').filter(Boolean);
  }

  /** A file of a task's branch. */
  show(id: string, path: string): string {
    return this.git('show', `agentos/${id}:${path}`);
  }

  /** Files that differ between the start of a task and its branch. */
  changed(id: string): string[] {
    return this.git('diff', '--name-only', `main...agentos/${id}`).split('\n').filter(Boolean);
  }

  /** What a task said in the last batch. */
  said(id: string): string {
    return readFileSync(this.path('.agentos/batches', this.lastBatch(), 'logs', `IMPL-${id}.log`), 'utf8');
  }

  /** Worktrees that are there, and those that git believes to be there. */
  get worktrees(): string[] {
    const known = this.git('worktree', 'list', '--porcelain').split('\n');
    const registered = known.filter((line) => line.startsWith('worktree ')).slice(1);
    return [...this.names('.agentos/worktrees').filter((name) => !name.startsWith('.')), ...registered];
  }

  /** What still runs of all that was started in this repository. */
  get processes(): string[] {
    const inside = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && folderOf(name).startsWith(this.dir));
    return [...new Set([...inside.map(Number), ...findProcesses(this.dir)])].map(describeProcess).filter(Boolean);
  }
}

/** Writes a design and its approval to any repository. */
export function approve(workspace: Workspace, id: string, design: string, record: object = {}): void {
  const approval = { documentSha256: hash('sha256', design, 'hex'), reviewer: 'scripted:script.json' };
  workspace.write({
    [designPath(id)]: design,
    [`docs/lineage/${id}-lld/approval.json`]: JSON.stringify({
      ...{ schemaVersion: 1, issueSha256: 'an issue', callId: 'a call', isOffline: false },
      ...{ ...approval, ...record },
    }),
  });
}

/** Replaces the project of a workspace by files of another kind, committed. */
export function remake(workspace: ApprovedWorkspace, files: Readonly<Record<string, string>>): void {
  workspace.remove('package.json');
  workspace.write(files);
  workspace.git('add', '--all', '--', ...Object.keys(files), 'package.json');
  workspace.git('commit', '--quiet', '--message', 'another kind');
}

/** Every file that the journal calls written is there with the bytes that it names. Gives their paths. */
export function expectWhole(workspace: ApprovedWorkspace): string[] {
  const written = workspace.entries.flatMap((entry) =>
    entry.kind === 'published' || entry.kind === 'task-done' ? entry.files : [],
  );
  for (const { path, sha256 } of written)
    assert.equal(hash('sha256', readFileSync(workspace.path(path)), 'hex'), sha256, path);
  return written.map(({ path }) => path);
}

export function designPath(id: string): string {
  return `docs/lld/active/LLD-${id}.md`;
}

/** A small design: one requirement, one scenario. */
export function renderDesign({ id, stem = `piece-${id}`, files }: Approved): string {
  const rows = files ?? [
    `| \`src/${stem}.mjs\` | Add | The value |`,
    `| \`test/${stem}.test.mjs\` | Add | Proves it |`,
  ];
  return `# LLD Finalized

Path: ${designPath(id)}
Status: APPROVED
Reviews: 1

---

# ${id} - Piece ${id}

## 1. Context & Goal

* **Issue:** #${id}

## 2. Proposed Changes

### 2.1 Files Changed

| File | Change Type | Description |
| --- | --- | --- |
${rows.join('\n')}

## 3. Requirements

1. REQ-1: The value is ${id}

## 10. Verification & Testing

### 10.1 Test Scenarios

| ID | Scenario | Type | Input | Expected Output | Pass Criteria | Requirements |
| --- | --- | --- | --- | --- | --- | --- |
| 010 | The value | Auto | nothing | ${id} | It is ${id} | REQ-1 |
`;
}

/** A job that writes files, by path. */
export function writes(files: Readonly<Record<string, string>>): object {
  return { edits: Object.entries(files).map(([path, content]) => ({ write: { path, content } })) };
}

/** A job that runs a line of a shell, and claims to be done whatever came of it. */
function runs(line: string): object {
  return { run: { argv: ['sh', '-c', line] }, finish: {} };
}

/** Both jobs as they should be, each with a line of a shell that is run as well. */
export function doesWell(piece: Piece, lines: { readonly tests?: string; readonly code?: string }): object {
  const { id, stem = `piece-${id}` } = piece;
  return {
    'write-tests': [{ ...writes({ [`test/${stem}.test.mjs`]: testsOf(piece) }), ...runs(lines.tests ?? 'true') }],
    implement: [{ ...writeCode(piece), ...runs(lines.code ?? 'true') }],
  };
}

/** Code that gives another value than it should. */
export function wrongCode(value: string): string {
  return codeOf({ id: value });
}

function folderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** Its id and its words; nothing if it is gone. */
export function describeProcess(pid: number): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`.trim();
  } catch {
    return '';
  }
}
