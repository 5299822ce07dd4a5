import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listRegistrations } from '../../src/worktrees/registrations.ts';
import { armFault, compileShim, type FaultMode } from '../faults/shim.ts';
import { testWith } from '../needs.ts';
import { Repository } from './house.ts';
import { liveWhole } from './whole-life.ts';

/** Where the default run strikes, as parts of all calls; with AGENTOS_TEST_EXHAUSTIVE=1 it strikes at every call. */
const parts = [0.05, 0.25, 0.4, 0.5, 0.65, 0.8, 0.95];
const isExhaustive = process.env['AGENTOS_TEST_EXHAUSTIVE'] === '1';
const script = fileURLToPath(new URL('./live-once.ts', import.meta.url));

interface Life {
  readonly said: readonly string[];
  readonly stderr: string;
}

function liveInProcess(repository: Repository, env: Readonly<Record<string, string>>): Life {
  const args = [script, repository.dir, repository.outside('lock')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  return { said: stdout.trim().split('\n'), stderr };
}

/** What the task may never lose, whatever happened: what it was told is written, and what is committed. */
function checkKept(repository: Repository, { said }: Life, where: string): void {
  const commit = said.find((line) => line.startsWith('committed'))?.split(' ')[1];
  if (commit !== undefined) {
    const tips = repository.git('for-each-ref', '--format=%(objectname)', `--contains=${commit}`);
    assert.notEqual(tips, '', `${where}: the commit is not reachable`);
  } else if (said.includes('written'))
    assert.equal(readFileSync(repository.path('.agentos/worktrees/137/work.txt'), 'utf8'), 'work\n', where);
}

async function strike(
  shim: string,
  folder: string,
  fault: { mode: FaultMode; at: number },
  squashed: string,
): Promise<void> {
  using repository = new Repository();
  const armed = armFault(shim, folder, repository.dir, fault);
  const first = liveInProcess(repository, armed.env);
  const where = `${fault.mode} at ${fault.at}, ${armed.read().met}, after ${first.said.at(-1)}\n${first.stderr}`;
  assert.notEqual(armed.read().met, null, where);
  checkKept(repository, first, where);
  await assert.doesNotReject(
    liveWhole(repository.dir, repository.outside('lock'), () => {}),
    where,
  );
  assert.equal(repository.git('rev-parse', 'agentos/137'), squashed, where);
  assert.deepEqual(readdirSync(repository.worktreesDir), [], where);
  // A worktree whose making ended before git wrote where it is stays as a name, for `clean` to remove.
  const left = listRegistrations(repository.path('.git')).filter(({ path }) => path !== null);
  assert.deepEqual(left, [], where);
  assert.equal(repository.git('fsck', '--no-dangling', '--no-progress'), '', where);
}

testWith(
  'gcc',
  'killed at any call of ours or of git, a task goes on to the same commit, and nothing is lost',
  async () => {
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agentos-worktrees-'));
    try {
      const shim = compileShim(folder);
      using repository = new Repository();
      const armed = armFault(shim, folder, repository.dir, { mode: 'count', at: -1 });
      const life = liveInProcess(repository, armed.env);
      assert.equal(life.said.at(-1), 'done', life.stderr);
      const { calls, workerCalls } = armed.read();
      assert.ok(calls > 100, `the shim sees only ${calls} calls`);
      const squashed = life.said.find((line) => line.startsWith('squashed'))?.split(' ')[1] ?? '';
      const atParts = parts.map((part) => Math.ceil(part * calls));
      for (const at of isExhaustive ? countTo(calls) : atParts)
        await strike(shim, folder, { mode: 'kill-all', at }, squashed);
      for (const at of isExhaustive ? countTo(workerCalls) : [])
        await strike(shim, folder, { mode: 'kill-worker', at }, squashed);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function countTo(number: number): number[] {
  return Array.from({ length: number }, (_, at) => at + 1);
}
