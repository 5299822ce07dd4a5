import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Repository } from './house.ts';

const processes = 3;
const rounds = process.env['AGENTOS_TEST_EXHAUSTIVE'] === '1' ? 10 : 1;
const script = fileURLToPath(new URL('./open-many.ts', import.meta.url));

test('24 worktrees at once, from several processes, while git gc runs: no failure, and no branch without its work', async () => {
  for (let round = 0; round < rounds; round += 1) {
    using repository = new Repository(
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`dir${at % 7}/${at}.txt`, `${at}\n`])),
    );
    const names = Array.from({ length: 24 }, (_, at) => `task-${at}`);
    let isOver = false;
    const collecting = collectGarbage(repository, () => isOver);
    const shares = Array.from({ length: processes }, (_, at) =>
      names.filter((_name, index) => index % processes === at),
    );
    const said = await Promise.all(
      shares.map(async (share) => await run([repository.dir, repository.outside('lock'), ...share])),
    );
    isOver = true;
    assert.ok((await collecting) > 0);
    assert.deepEqual(
      said,
      shares.map(() => 'done\n'),
    );
    assert.deepEqual(
      repository.git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/heads/agentos').split('\n').sort(),
      names.toSorted(),
    );
    for (const name of names) assert.equal(repository.git('show', `agentos/${name}:work.txt`), name);
    assert.equal(readdirSync(repository.worktreesDir).length, 12);
    assert.equal(repository.git('worktree', 'list').split('\n').length, 13);
    repository.git('gc', '--quiet');
    assert.equal(repository.git('fsck', '--no-dangling', '--no-progress'), '');
  }
});

/**
 * As often as there is time for; returns how often that was. It may meet a worktree that git is just making, file by
 * file, and give up; that does no harm.
 */
async function collectGarbage(repository: Repository, isOver: () => boolean): Promise<number> {
  let count = 0;
  for (; !isOver(); count += 1) await runProgram('git', ['-C', repository.dir, 'gc', '--quiet']);
  return count;
}

async function run(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runProgram(process.execPath, [script, ...args]);
  return `${stdout}${stderr}`;
}

async function runProgram(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
