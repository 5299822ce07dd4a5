import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Agent, AgentJob, JobKind } from '../../../src/agents/agent.ts';
import { findProgram } from '../../../src/programs/find-program.ts';
import { runProgram } from '../../../src/programs/subprocess.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import type { ProgramHome, ProgramHouse } from '../../../src/providers/surroundings.ts';
import { worktreeFiles } from '../../../src/store/worktree-store.ts';
import type { Evidence } from '../../../src/workflows/implementation/evidence.ts';
import type { OutputSink } from '../../../src/workflows/implementation/kept-output.ts';
import type { BuildSettings, ImplementationOrder } from '../../../src/workflows/implementation/order.ts';
import { runImplementation } from '../../../src/workflows/implementation/workflow.ts';
import type { Workshop } from '../../../src/workflows/implementation/workshop.ts';
import type { WorkflowContext, WorkflowEnd } from '../../../src/workflows/workflow.ts';
import { id, Repository } from '../../worktrees/house.ts';
import { MemoryContext, type MemoryOptions } from '../memory-context.ts';

/** What an agent does in one job: files by path, null for one that goes. */
export interface Turn {
  readonly files?: Readonly<Record<string, string | null>>;
  /** Anything else that it does, in the worktree. */
  act?(worktree: string): void;
  readonly reply?: ProviderReply;
}

export type Turns = Readonly<Record<JobKind, readonly Turn[]>>;

const lldPath = 'docs/lld/active/LLD-137.md';

const defaultFiles = ['| `src/sum.js` | Add | Adds numbers |', '| `test/sum.test.js` | Add | Proves it |'];

/** A small design: two scenarios, two requirements. */
export function renderLld(files: readonly string[] = defaultFiles, base = ''): string {
  return `# LLD Finalized

Path: ${lldPath}
Status: APPROVED
Reviews: 1
${base === '' ? '' : `Base: ${base}\n`}
---

# 137 - Add a sum

## 1. Context & Goal

* **Issue:** #137
* **Objective:** Add numbers

## 2. Proposed Changes

### 2.1 Files Changed

| File | Change Type | Description |
| --- | --- | --- |
${files.join('\n')}

## 3. Requirements

1. REQ-1: Numbers are added
2. REQ-2: Of nothing the sum is 0

## 10. Verification & Testing

### 10.1 Test Scenarios

| ID | Scenario | Type | Input | Expected Output | Pass Criteria | Requirements |
| --- | --- | --- | --- | --- | --- | --- |
| 010 | Two numbers | Auto | 1 and 2 | 3 | It is 3 | REQ-1 |
| 020 | No number | Auto | nothing | 0 | It is 0 | REQ-2 |
`;
}

export const goodTests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('010 two numbers are added', () => assert.equal(sum([1, 2]), 3));
test('020 of nothing the sum is 0', () => assert.equal(sum([]), 0));
`;

export const goodCode = `export function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
`;

export const writesTests: Turn = { files: { 'test/sum.test.js': goodTests } };
export const writesCode: Turn = { files: { 'src/sum.js': goodCode } };

/** What a repository holds before: one test that passes. */
export const startFiles = {
  'package.json': '{ "name": "sums", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/old.js': 'export const old = 1;\n',
  'test/old.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { old } from '../src/old.js';

test('the old is 1', () => assert.equal(old, 1));
`,
};

export interface Ran {
  readonly end: WorkflowEnd;
  readonly context: MemoryContext;
}

const settings: BuildSettings = {
  testCommand: null,
  setUpCommand: null,
  sandbox: 'off',
  sandboxNetwork: 'host',
  isStrict: false,
  leastCoverage: 80,
  agentAuth: 'gateway',
  agentLoginDir: null,
  agentTurns: 10,
  agentMs: 60_000,
  agentIdleMs: 60_000,
  testMs: 60_000,
};

interface BenchOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly lld?: string;
  readonly approval?: object | null;
  /** What its programs are said to be confined by; nothing does. */
  readonly level?: Workshop['sandbox']['level'];
}

/** A repository of a few files with an approved design, a scripted agent, and all that a worker lends. */
export class Bench extends Repository {
  readonly order: ImplementationOrder;
  readonly workshop: Workshop;
  /** Every job that the agent was given. */
  readonly jobs: AgentJob[] = [];
  /** How often tests and set-up commands were started. */
  commands: string[] = [];
  turns: Turns;

  constructor(turns: Turns, { files = startFiles, lld = renderLld(), approval, level = 'none' }: BenchOptions = {}) {
    const sha256 = hash('sha256', lld, 'hex');
    const record =
      approval === undefined
        ? { documentSha256: sha256, issueSha256: 'abc', reviewer: 'scripted:x', callId: 'call-1', isOffline: false }
        : approval;
    super({
      ...files,
      [lldPath]: lld,
      ...(record === null ? {} : { 'docs/lineage/137-lld/approval.json': JSON.stringify(record) }),
    });
    this.turns = turns;
    this.workshop = this.#makeWorkshop(level);
    this.order = {
      task: {
        id: id('137'),
        workflow: 'implement',
        title: 'Add a sum',
        reason: 'new',
        inputPath: lldPath,
        inputSha256: sha256,
        outputPath: 'docs/reports/137/implementation-report.md',
        estimate: { seconds: null, usd: null },
        conflictsWith: [],
      },
      repoDir: this.dir,
      roots: [this.dir],
      maxInputBytes: 1024 * 1024,
      agent: 'scripted:agent.json',
      reviewer: 'offline:',
      gateway: null,
      gate: 'none',
      maxIterations: 5,
      mayDiffer: false,
      isForced: false,
      acceptsOffline: false,
      worktreesDir: this.worktreesDir,
      building: settings,
    };
  }

  async run(options: MemoryOptions = {}, changes: Partial<ImplementationOrder> = {}): Promise<Ran> {
    const context = new MemoryContext(options);
    return { end: await this.runWith(context, changes), context };
  }

  async runWith(context: WorkflowContext, changes: Partial<ImplementationOrder> = {}): Promise<WorkflowEnd> {
    return await runImplementation(context, { ...this.order, ...changes }, this.workshop);
  }

  /** The kinds of all jobs so far, in order. */
  get kinds(): string[] {
    return this.jobs.map(({ kind }) => kind);
  }

  /** The commits of the task's branch since its start, newest first. */
  get log(): string[] {
    return this.git('log', '--format=%s', 'main..agentos/137').split('\n').filter(Boolean);
  }

  show(path: string, commit = 'agentos/137'): string {
    return this.git('show', `${commit}:${path}`);
  }

  #makeWorkshop(level: Workshop['sandbox']['level']): Workshop {
    const programs = makePrograms(this.outside('homes'));
    return {
      house: { ...this.house, files: worktreeFiles },
      sandbox: {
        level,
        reason: 'switched off',
        run: async (order) => {
          this.commands.push(order.args.join(' '));
          return await runProgram(order);
        },
      },
      programs,
      protectedPaths: [],
      hiddenPaths: [],
      machine: { print: () => {}, exit: () => process.exit(1), programs },
      findProgram: (name) =>
        name === 'node' ? process.execPath : findProgram(name, process.env['PATH'] ?? '', this.dir),
      openAgent: async () => this.#agent,
      openOutput: () => openSink(this.outside('outputs')),
      facts: {
        tools: { agentos: '0.0.0', node: process.version, git: '2.0.0' },
        platform: { os: 'linux', release: '6.0.0', arch: 'x64' },
        nodePath: realpathSync(process.execPath),
      },
      measureMs: () => performance.now(),
    };
  }

  readonly #agent: Agent = {
    work: async (job) => {
      this.jobs.push(job);
      const turn = this.turns[job.kind][job.occurrence - 1];
      if (turn === undefined) throw new Error(`no turn for ${job.kind} ${job.occurrence}`);
      for (const [path, text] of Object.entries(turn.files ?? {})) writeOrRemove(join(job.worktree, path), text);
      turn.act?.(job.worktree);
      return turn.reply ?? { kind: 'answer', text: 'done', model: 'tiny', program: 'tiny-cli/1.2.3', usd: 0 };
    },
  };
}

function openSink(folder: string): OutputSink {
  mkdirSync(folder, { recursive: true });
  const path = join(mkdtempSync(join(folder, 'output-')), 'log');
  return {
    write: (text) => appendFileSync(path, text),
    finish: () => {
      const bytes = readFileSync(path);
      return { path, sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length };
    },
  };
}

function writeOrRemove(path: string, text: string | null): void {
  if (text === null) {
    rmSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function makePrograms(folder: string): ProgramHouse {
  mkdirSync(folder, { recursive: true });
  return {
    // Plugins of this machine have habits of their own.
    environment: { PATH: process.env['PATH'] ?? '', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' },
    repoDir: folder,
    openHome(): ProgramHome {
      const dir = mkdtempSync(join(folder, 'home-'));
      const temporaryDir = join(dir, 'tmp');
      mkdirSync(temporaryDir);
      const write = (name: string, text: string) => {
        writeFileSync(join(dir, name), text);
        return join(dir, name);
      };
      return { dir, temporaryDir, emptyDir: dir, write, [Symbol.dispose]: () => rmSync(dir, { recursive: true }) };
    },
  };
}

/** The evidence of a task that is done. */
export function evidenceOf({ end }: Pick<Ran, 'end'>): Evidence {
  if (end.kind !== 'done') throw new Error(`not done: ${JSON.stringify(end)}`);
  const [file] = end.results;
  return JSON.parse(String(file?.content));
}
