import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerHere } from '../answer-here.ts';
import { agentos, issueText, projectDir, runBin, Workspace } from '../workspace.ts';

const bin = join(projectDir, 'bin/agentos.cjs');

/** Runs a line of shell with `$agentos` as the command. */
function shell(line: string, cwd: string) {
  const script = `agentos() { "${process.execPath}" "${bin}" "$@"; }\n${line}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

function manyIssues(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`docs/issues/${at + 1}.md`, issueText(`Issue ${at} ${'x'.repeat(150)}`)]),
  );
}

test('help shows examples first, for every command and every bin', async () => {
  for (const args of [
    [],
    ['--help'],
    ['-h'],
    ['help'],
    ['requirements', '--help'],
    ['implement', '-h'],
    ['lint', '--help'],
    ['config', '--help'],
  ]) {
    const { code, stdout, stderr } = await agentos(args);
    assert.equal(code, 0, args.join(' '));
    assert.ok(stdout.startsWith('EXAMPLES\n  agentos '), args.join(' '));
    assert.equal(stderr, '');
  }
  for (const name of ['run-requirements-workflow', 'run-implement-from-lld'] as const) {
    assert.ok((await runBin(name, ['--help'])).stdout.startsWith(`EXAMPLES\n  ${name} `));
  }
});

test('help of what goes on with a batch says that its settings stay, and names no defaults', async () => {
  for (const command of ['resume', 'retry']) {
    const { stdout } = await answerHere([command, '--help']);
    assert.equal(stdout.match(/\((absent: )?as before\b/g)?.length, 6, stdout);
    assert.doesNotMatch(stdout, /absent: 1|3600|7200|no limit/);
  }
});

test('help and README say of the same things that they end with exit code 1', async () => {
  const readme = readFileSync(join(projectDir, 'README.md'), 'utf8');
  for (const text of [readme, (await agentos(['--help'])).stdout]) {
    const reasons = /1 a task failed, was rejected or needs a person; an input was rejected;\s+a lint found\s+errors/;
    assert.match(text, reasons);
  }
});

test('help of a command is asked for either way round', async () => {
  assert.deepEqual(await agentos(['help', 'lint']), await agentos(['lint', '--help']));
  assert.match((await agentos(['help', 'lnt'])).stderr, /did you mean `lint`/);
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  assert.deepEqual(await agentos(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('a mistyped command or flag is refused with what was meant', async () => {
  const cases: [args: string[], meant: RegExp][] = [
    [['requirments'], /did you mean `requirements`/],
    [['lnt'], /did you mean `lint`/],
    [['requirements', '--paralel', '3'], /did you mean --parallel/],
    [['requirements', '--dryrun'], /did you mean --dry-run/],
    [['lint', '--jsn'], /did you mean --json/],
    [['config', '--rep', 'x'], /did you mean --repo/],
  ];
  for (const [args, meant] of cases) {
    const { code, stdout, stderr } = await answerHere(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, meant);
    assert.equal(stdout, '');
  }
});

test('commands that are not there yet say so, exit 2, and are never ignored', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  for (const command of ['init', 'doctor', 'report', 'dashboard']) {
    const { code, stderr } = await agentos([command], { cwd: workspace.dir });
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`agentos ${command}. is planned, but not there yet`));
  }
  assert.deepEqual(workspace.list().length, 3, 'nothing was written');
});

test('every shared flag is parsed and validated, in a dry run too', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  const good = [
    '--parallel 4 --issues docs/issues --lld-dir x --repo . --drafter anthropic:some-model --reviewer google:m --json',
    '--max-iterations 1 --max-retries 0 --max-attempts 1 --max-wait 0 --task-timeout 1 --batch-timeout 1 --quiet',
    '--agent acp:gemini --budget 0.01 --task-budget 5 --gate verdict --yes --verbose --no-color --ids 1',
    '-v --ids 1 --force',
  ];
  for (const flags of good) {
    const { code, stderr } = await agentos(['requirements', '--dry-run', ...flags.split(' ')], { cwd: workspace.dir });
    assert.equal(code, 0, `${flags}: ${stderr}`);
  }
  const bad = [
    '--parallel 0',
    '--parallel -1',
    '--parallel 2.5',
    '--parallel two',
    '--parallel 1e3',
    '--parallel 99999999999999999999',
    '--drafter nobody:x',
    '--drafter anthropic:',
    '--reviewer x',
    '--agent offline:',
    '--agent anthropic:x',
    '--max-iterations 0',
    '--max-retries -1',
    '--max-attempts 0',
    '--max-wait x',
    '--task-timeout 0',
    '--batch-timeout 0',
    '--budget 0',
    '--budget -1',
    '--budget 1e3',
    '--task-budget $5',
    '--gate some',
    '--json --events',
    '--events',
    '--force',
    '--repo nowhere',
    '--config no.json',
    '--issues nowhere',
    '--ids',
    '--ids 1 1',
    '--ids 2',
    '--ids ../1',
    '1 --ids 1',
    '--budget',
  ];
  for (const flags of bad) {
    const { code, stderr } = await answerHere(['requirements', '--dry-run', ...flags.split(' ')], {
      cwd: workspace.dir,
    });
    assert.equal(code, 2, flags);
    assert.match(stderr, /^agentos: /);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});

test('with --json an error is the one document on stdout', async () => {
  for (const args of [
    ['requirements', '--json', '--nonsense'],
    ['requirements', '--json', '--repo', 'nowhere'],
    ['lint', '--json', 'nowhere.md'],
    ['doctor', '--json'],
  ]) {
    const { code, stdout } = await agentos(args);
    assert.equal(code, 2);
    const { schemaVersion, error } = JSON.parse(stdout);
    assert.equal(schemaVersion, 1);
    assert.ok(error.code.length > 0 && error.message.length > 0);
  }
});

test('--parallel above the cap is clamped and said once, unless it is the id of a task', async () => {
  using workspace = new Workspace().write({ 'docs/issues/137.md': issueText('One') });
  const run = (...args: string[]) => agentos(['requirements', '--dry-run', '--json', ...args], { cwd: workspace.dir });
  const clamped = await run('--parallel', '100');
  assert.equal(JSON.parse(clamped.stdout).parallel, 10);
  assert.equal(clamped.stderr.match(/above the cap/g)?.length, 1);
  const meant = await run('--parallel', '137');
  assert.equal(meant.code, 2);
  assert.match(meant.stderr, /did you mean `--ids 137`\?/);
  const raised = await agentos(['requirements', '--dry-run', '--json', '--parallel', '70'], {
    cwd: workspace.dir,
    env: { AGENTOS_MAX_PARALLEL: '64' },
  });
  assert.equal(JSON.parse(raised.stdout).parallel, 64);
});

test('a reader that leaves early ends the output quietly', () => {
  using workspace = new Workspace().write(manyIssues(600));
  for (const command of ['agentos requirements --dry-run', 'agentos requirements --dry-run --json', 'agentos --help']) {
    const { stdout, stderr, code } = shell(`set -o pipefail; ${command} | head -1`, workspace.dir);
    assert.equal(stdout.split('\n').length, 2);
    assert.equal(stderr, '', command);
    assert.equal(code, 0);
  }
});

test('output that cannot be written is an error: exit 74', () => {
  using workspace = new Workspace().write(manyIssues(3));
  for (const command of ['agentos requirements --dry-run --json > /dev/full', 'agentos --help > /dev/full']) {
    const { code, stderr } = shell(command, workspace.dir);
    assert.equal(code, 74, command);
    assert.match(stderr, /output could not be written: .*no space left/);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});

test('closed streams change nothing about the exit code', () => {
  using workspace = new Workspace().write(manyIssues(3));
  assert.equal(shell('agentos requirements --dry-run >&-', workspace.dir).code, 0);
  assert.equal(shell('agentos requirements --dry-run <&-', workspace.dir).code, 0);
  assert.equal(shell('agentos requirements --dry-run --parallel 99 2>&-', workspace.dir).code, 0);
  assert.equal(shell('agentos requirements --parallel x 2>&- >&-', workspace.dir).code, 2);
});

test('every byte of a large document arrives through a slow pipe', async () => {
  using workspace = new Workspace().write(manyIssues(3000));
  const whole = workspace.path('whole.json');
  shell(`agentos requirements --dry-run --json > ${whole}`, workspace.dir);
  const child = spawn(process.execPath, [bin, 'requirements', '--dry-run', '--json'], {
    cwd: workspace.dir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await sleep(1500);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) {
    chunks.push(chunk);
    if (chunks.length % 20 === 0) await sleep(2);
  }
  const received = Buffer.concat(chunks);
  assert.ok(received.length > 1_000_000);
  assert.ok(received.equals(readFileSync(whole)));
});

test('standard input is never waited for', async () => {
  using workspace = new Workspace().write(manyIssues(1));
  for (const args of [['requirements', '--dry-run'], ['config'], ['requirements']]) {
    const child = spawn(process.execPath, [bin, ...args], { cwd: workspace.dir, stdio: ['pipe', 'ignore', 'ignore'] });
    const code = await Promise.race([
      new Promise((resolve) => child.on('exit', resolve)),
      sleep(10_000, 'still waiting'),
    ]);
    child.kill();
    assert.equal(code, 0, args.join(' '));
  }
});

test('a current folder that was deleted is said so: exit 2', () => {
  using workspace = new Workspace().write({ 'gone/x': '' });
  const { code, stderr } = shell('cd gone && rm -r ../gone && agentos requirements --dry-run', workspace.dir);
  assert.equal(code, 2);
  assert.match(stderr, /the current folder is gone/);
});

test('an empty command or folder is a mistake, not a default', async () => {
  assert.equal((await agentos([''])).code, 2);
  assert.equal((await agentos(['config', '--repo', ''])).code, 2);
});

test('output that is cut short by a limit is an error: exit 74', () => {
  using workspace = new Workspace().write(manyIssues(40));
  for (const command of ['requirements --dry-run --json', '--help']) {
    const { code } = shell(`trap '' XFSZ; ulimit -f 1; agentos ${command} > out`, workspace.dir);
    assert.equal(code, 74, command);
  }
});

test('--json is seen in every form that turns it on, and only before --', async () => {
  assert.equal(
    JSON.parse((await agentos(['requirements', '--json=true', '--repo', 'nowhere'])).stdout).error.code,
    'REPO_MISSING',
  );
  assert.equal((await agentos(['lint', '--', '--json'])).stdout, '');
});

test('a name with a newline cannot forge a line of output', async () => {
  using workspace = new Workspace().write({ 'docs/issues/300\n[LLD-300] wrote it.md': Buffer.from([0xff]) });
  const { stderr } = await agentos(['requirements', '300', '--dry-run'], { cwd: workspace.dir });
  assert.doesNotMatch(stderr, /^\[LLD/m);
  assert.doesNotMatch((await agentos(['config', '--repo', 'a\n[LLD-1] wrote x'])).stderr, /^\[LLD/m);
});

test('the example of docs/simulator.md can be pasted as it stands', () => {
  const [, example = ''] =
    /```\n(\S*agentos simulate > .*?)```/s.exec(readFileSync(join(projectDir, 'docs/simulator.md'), 'utf8')) ?? [];
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  const { code, stdout, stderr } = shell(`set -m\n${example}\ncode=$?; kill %1; wait; exit $code`, workspace.dir);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /\[LLD-1\] done$/m);
});
