import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { hasCheckpoint } from '../../src/store/checkpoint-file.ts';
import { openJournal, reopenJournal } from '../../src/store/journal.ts';
import { readJournal } from '../../src/store/journal-reader.ts';
import { publishResult } from '../../src/store/results.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { checkpointFile, checkpointName, makeClosed, open } from './checkpoint-setup.ts';

/**
 * Kills a process, or fails its calls, at one of the calls with which it changes a file, one run for each, and looks at
 * what is left. At each call it is killed; the other faults strike every so many calls, with AGENTOS_TEST_ALL=1 at each.
 */
const strides = { kill: 1, eio: 4, once: 7, enospc: 7, short: 7 } as const;
type Mode = keyof typeof strides;

const isThorough = process.env['AGENTOS_TEST_ALL'] === '1';
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

/** True if the process got to its end. */
async function strike(sweep: Sweep, mode: Mode, number: number): Promise<boolean> {
  using workspace = new Workspace();
  const prepared = sweep.prepare(workspace);
  const fault = { FAULT_DIR: workspace.dir, FAULT_AT: `${number}`, FAULT_MODE: mode };
  const args = [join(faults, 'scenarios.ts'), workspace.dir, sweep.scenario, prepared];
  const env = { ...process.env, LD_PRELOAD: compile(), ...fault };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = (await text(child.stdout)).trimEnd().split('\n');
  const where = `${sweep.scenario}, ${mode} at call ${number}: ${said.join(', ')}`;
  await assert.doesNotReject(async () => await sweep.verify({ workspace, said, prepared }), where);
  if (mode !== 'kill') assert.match(said.at(-1) ?? '', /^(done|failed STORAGE_FAILED)$/, where);
  return said.at(-1) === 'done';
}

/** How many calls there are is known by the first run that is not killed. */
async function sweepKills(sweep: Sweep): Promise<number> {
  for (let first = 1; ; first += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, at) => first + at);
    const ended = await Promise.all(numbers.map((number) => strike(sweep, 'kill', number)));
    if (ended.includes(true)) return first + ended.indexOf(true) - 1;
  }
}

async function sweepFailures(sweep: Sweep, mode: Mode, calls: number): Promise<void> {
  const stride = isThorough ? 1 : strides[mode];
  const numbers = Array.from({ length: Math.ceil(calls / stride) }, (_, at) => 1 + at * stride);
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
      assert.ok(!(said.includes('done') && hasCheckpoint(workspace.dir, checkpointName)));
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
      const setup = { baseDir: workspace.dir, batch: 'b', traceId: 't', now: () => 7, onFlushed: () => {} };
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
    verify({ workspace, said }) {
      const contentOf = (path: string) => readFileSync(workspace.path(path), 'utf8');
      assert.ok(['old', 'next'].includes(contentOf('old.md')));
      if (!said.includes('prepared')) return;
      if (!said.includes('done')) {
        publishResult(workspace.dir, { path: 'docs/deep/new.md', sha256: hash('sha256', 'new'), replaces: null });
        publishResult(workspace.dir, {
          path: 'old.md',
          sha256: hash('sha256', 'next'),
          replaces: hash('sha256', 'old'),
        });
      }
      assert.equal(contentOf('old.md'), 'next');
      assert.equal(contentOf('docs/deep/new.md'), 'new');
      assert.ok(!workspace.list().some((line) => line.includes('.tmp')));
    },
  },
];

for (const sweep of sweeps) {
  testWith('gcc', `${sweep.claim}, whichever call is the last or fails`, async () => {
    const calls = await sweepKills(sweep);
    assert.ok(calls > 2);
    for (const mode of ['eio', 'once', 'enospc', 'short'] as const) await sweepFailures(sweep, mode, calls);
  });
}
