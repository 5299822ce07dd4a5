import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { checkpointPath } from '../../src/store/checkpoint-file.ts';
import { openJournal, reopenJournal } from '../../src/store/journal.ts';
import { readJournal } from '../../src/store/journal-reader.ts';
import { prepareResult, publishResult } from '../../src/store/results.ts';
import { testWith } from '../needs.ts';
import { redact, safe } from '../no-secrets.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { checkpointFile, checkpointName, makeClosed, open } from './checkpoint-setup.ts';

/**
 * Kills a process, or fails its calls, at one of the calls with which it changes a file, one run for each, and looks at
 * what is left. It strikes at so many calls, spread evenly from the first to the last. To strike at each of them:
 * `AGENTOS_TEST_EXHAUSTIVE=1 node test/run.ts test/store/faults.test.ts`, which `npm run test:faults` does.
 */
const samples = { kill: 4, eio: 2, once: 2, enospc: 2, short: 2 } as const;
type Mode = keyof typeof samples | 'count' | 'loop';

const isExhaustive = process.env['AGENTOS_TEST_EXHAUSTIVE'] === '1';
const atOnce = 4;
const faults = join(projectDir, 'test/fixtures/faults');
const build = new Workspace();
after(() => build[Symbol.dispose]());

interface Struck {
  readonly workspace: Workspace;
  /** What it said before it was struck. */
  readonly said: readonly string[];
  /** What was there before it started, in words for the scenario. */
  readonly prepared: string;
}

interface Sweep {
  readonly scenario: string;
  readonly claim: string;
  prepare(workspace: Workspace): string;
  verify(struck: Struck): void | Promise<void>;
}

function compile(): string {
  const library = build.path('fault.so');
  if (existsSync(library)) return library;
  const { stderr, status } = spawnSync('gcc', ['-shared', '-fPIC', '-o', library, join(faults, 'fault.c'), '-ldl']);
  assert.equal(status, 0, String(stderr));
  return library;
}

async function strike(sweep: Sweep, mode: Mode, number: number): Promise<void> {
  using workspace = new Workspace();
  const prepared = sweep.prepare(workspace);
  const args = [join(faults, 'scenarios.ts'), workspace.dir, sweep.scenario, prepared];
  const fault = { FAULT_DIR: workspace.dir, FAULT_AT: `${number}`, FAULT_MODE: mode, FAULT_COUNT: countFile(sweep) };
  const env = { ...process.env, LD_PRELOAD: compile(), NODE_COMPILE_CACHE: build.path('compiled'), ...fault };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = (await text(child.stdout)).trimEnd().split('\n');
  const where = `${sweep.scenario}, ${mode} at call ${number}: ${said.join(', ')}`;
  await assert.doesNotReject(async () => await sweep.verify({ workspace, said, prepared }), where);
  assert.match(said.at(-1) ?? '', endings[mode], where);
}

const maybe = /^(done|failed STORAGE_FAILED)$/;
const endings = {
  kill: /^(?!done)/,
  eio: maybe,
  once: maybe,
  enospc: maybe,
  short: maybe,
  count: /^done$/,
  loop: /^done$/,
};

function countFile({ scenario }: Sweep): string {
  return build.path(`${scenario}.count`);
}

async function countCalls(sweep: Sweep): Promise<number> {
  await strike(sweep, 'count', 0);
  return Number(readFileSync(countFile(sweep), 'utf8'));
}

/** At most so many of the numbers from 1 to `last`, evenly, with the first and the last. */
function spread(last: number, count: number): number[] {
  if (isExhaustive || last <= count) return Array.from({ length: last }, (_, at) => at + 1);
  return Array.from({ length: count }, (_, at) => 1 + Math.round((at * (last - 1)) / (count - 1)));
}

async function sweepAll(sweep: Sweep, mode: keyof typeof samples, calls: number): Promise<void> {
  const numbers = spread(calls, samples[mode]);
  while (numbers.length > 0) {
    await Promise.all(numbers.splice(0, atOnce).map((number) => strike(sweep, mode, number)));
  }
}

function proofIn(said: readonly string[]): { id: string; sequence: number } | null {
  const [id, sequence] = said.findLast((line) => / \d+$/.test(line))?.split(' ') ?? [];
  return id === undefined ? null : { id, sequence: Number(sequence) };
}

const sweeps: readonly Sweep[] = [
  {
    scenario: 'checkpoint',
    claim: 'what a checkpoint acknowledged is there',
    prepare: () => '',
    verify({ workspace, said }) {
      const expected = proofIn(said);
      using checkpoint = open(workspace, { expected });
      assert.ok(checkpoint.sequence - (expected?.sequence ?? 0) <= 1);
      const values = [null, { value: 'A'.repeat(5000) }];
      assert.deepEqual(checkpoint.load('a'), values[Math.min(checkpoint.sequence, 1)]);
    },
  },
  {
    scenario: 'reset',
    claim: 'a checkpoint that is reset is the old or the new one',
    prepare: (workspace) => JSON.stringify(makeClosed(workspace)),
    verify({ workspace, said, prepared }) {
      using checkpoint = open(workspace, { fingerprint: 'other', expected: proofIn(said) ?? JSON.parse(prepared) });
      assert.equal(checkpoint.load('draft#1'), null);
    },
  },
  {
    scenario: 'delete',
    claim: 'a checkpoint that is deleted is whole or gone',
    prepare: (workspace) => JSON.stringify(makeClosed(workspace)),
    verify({ workspace, said }) {
      assert.ok(!(said.includes('done') && existsSync(checkpointPath(workspace.dir, checkpointName))));
      using checkpoint = open(workspace);
      assert.ok([0, 3].includes(checkpoint.sequence));
    },
  },
  {
    scenario: 'migration',
    claim: 'a checkpoint that is migrated has the old or the new format, and all its steps',
    prepare(workspace) {
      workspace.write({ [checkpointFile]: readFileSync(join(projectDir, 'test/fixtures/checkpoints/v1.db')) });
      return '';
    },
    verify({ workspace }) {
      const expected = { id: '84b58db8-f983-474d-bce2-16dcb50a182d', sequence: 2 };
      using checkpoint = open(workspace, { fingerprint: 'recorded', expected });
      assert.notEqual(checkpoint.load('draft#1'), null);
      assert.ok(existsSync(workspace.path(`${checkpointFile}.v1`)));
    },
  },
  {
    scenario: 'journal',
    claim: 'what a journal acknowledged is there, and it can be gone on with',
    prepare: () => '',
    async verify({ workspace, said }) {
      const told = Number(said.findLast((line) => /^\d$/.test(line)) ?? 0);
      const setup = { baseDir: workspace.dir, batch: 'b', traceId: 't', now: () => 7, redact, onFlushed: () => {} };
      const isThere = existsSync(workspace.path('batches/b/journal.ndjson'));
      await using journal = isThere ? reopenJournal(setup) : openJournal(setup);
      await journal.append({ kind: 'note', message: 'again' }, 's');
      assert.ok([...readJournal(journal.path)].length >= told + 1);
    },
  },
  {
    scenario: 'result',
    claim: 'a result is whole or absent, and publishing it again comes to the same end',
    prepare: (workspace) => workspace.write({ 'old.md': 'old' }).path('old.md'),
    async verify({ workspace, said }) {
      const contentOf = (path: string) => readFileSync(workspace.path(path), 'utf8');
      assert.ok(['old', 'next'].includes(contentOf('old.md')));
      if (!said.includes('prepared')) return;
      if (!said.includes('done')) {
        const replaced = { sha256: hash('sha256', 'next'), replaces: hash('sha256', 'old') };
        await publishResult(workspace.dir, { path: 'docs/deep/new.md', sha256: hash('sha256', 'new'), replaces: null });
        await publishResult(workspace.dir, { path: 'old.md', ...replaced });
      }
      assert.equal(contentOf('old.md'), 'next');
      assert.equal(contentOf('docs/deep/new.md'), 'new');
      assert.ok(!workspace.list().some((line) => line.includes('.tmp')));
    },
  },
];

const modes = ['kill', 'eio', 'once', 'enospc', 'short'] as const;

for (const sweep of sweeps) {
  testWith('gcc', `${sweep.claim}, whichever call is the last or fails`, async () => {
    const calls = await countCalls(sweep);
    assert.ok(calls > 2);
    for (const mode of modes) await sweepAll(sweep, mode, calls);
  });
}

const publishing: Sweep = {
  scenario: 'publish',
  claim: 'publishing a result never flushes where the event loop runs',
  prepare(workspace) {
    workspace.write({ 'old.md': 'old' });
    prepareResult(workspace.dir, 'docs/deep/new.md', safe('new'));
    prepareResult(workspace.dir, 'old.md', safe('next'));
    return '';
  },
  verify({ workspace }) {
    assert.equal(readFileSync(workspace.path('docs/deep/new.md'), 'utf8'), 'new');
  },
};

testWith('gcc', publishing.claim, async () => {
  assert.ok((await countCalls(publishing)) > 4, 'it does flush');
  await strike(publishing, 'loop', 0);
  const preparing: Sweep = { ...publishing, scenario: 'result', prepare: () => '', verify: () => {} };
  await assert.rejects(strike(preparing, 'loop', 0), /failed STORAGE_FAILED/, 'a flush there would be seen');
});
