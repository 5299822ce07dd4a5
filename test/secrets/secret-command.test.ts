import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { SecretCommand } from '../../src/model/secret-reference.ts';
import { makeRunCommand } from '../../src/secrets/secret-command.ts';
import { leaveUnmeasured, Workspace } from '../workspace.ts';
import { makeUpKey } from './made-up.ts';

leaveUnmeasured();

/** A program of the user's, written for this test. */
function program(workspace: Workspace, code: string): SecretCommand {
  workspace.write({ 'give key.mjs': code });
  return { kind: 'command', program: process.execPath, args: ['give key.mjs'], folder: workspace.dir };
}

async function refusal(command: SecretCommand, limitMs?: number): Promise<string> {
  const run = makeRunCommand({ PATH: process.env['PATH'] ?? '' }, limitMs);
  const error = await run(command).then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error && 'code' in error && error.code === 'CREDENTIAL_INVALID');
  return `${error.message}\n${inspect(error, { depth: 20, showHidden: true })}`;
}

test('a program runs in its folder, without a shell, with the given environment and no other', async () => {
  using workspace = new Workspace();
  process.env['SEEN_BY_NOBODY'] = 'x';
  const command = program(
    workspace,
    'console.log(JSON.stringify([process.cwd(), process.env, process.argv.slice(2)]))',
  );
  const run = makeRunCommand({ ONLY: 'this' });
  const args = [...command.args, '$(echo no)', 'a b', '*'];
  const [folder, environment, given] = JSON.parse(await run({ ...command, args }));
  delete environment.__CF_USER_TEXT_ENCODING;
  assert.equal(folder, workspace.dir);
  assert.deepEqual(environment, { ONLY: 'this' });
  assert.deepEqual(given, ['$(echo no)', 'a b', '*']);
});

test('a program that fails is told by its name and exit code, never by what it printed', async () => {
  using workspace = new Workspace();
  const key = makeUpKey();
  const command = program(workspace, `console.log('${key}'); console.error('${key}'); process.exitCode = 3;`);
  const told = await refusal({ ...command, args: [...command.args, key] });
  assert.match(told, /^cmd:.*node ended with exit code 3\n/);
  assert.ok(!told.includes(key));
});

test('a program that is killed, is not there or may not be run is told as such', async () => {
  using workspace = new Workspace().write({ plain: 'text' });
  assert.match(await refusal(program(workspace, 'process.kill(process.pid, "SIGKILL")')), /was ended by SIGKILL/);
  const none: SecretCommand = { kind: 'command', program: 'no-such-program', args: [], folder: workspace.dir };
  assert.match(await refusal(none), /^cmd:no-such-program cannot be started: there is no such program/);
  assert.match(await refusal({ ...none, program: './plain' }), /^cmd:\.\/plain cannot be started: it may not be run/);
});

test('a program that takes too long is ended with everything that it started', async () => {
  using workspace = new Workspace();
  const grandchild = `setInterval(() => require('node:fs').writeFileSync('alive-' + Date.now(), ''), 50)`;
  const command = program(
    workspace,
    `import { spawn } from 'node:child_process';
     spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' });
     setInterval(() => {}, 1000);`,
  );
  const isAlive = () => workspace.list().some((path) => path.startsWith('alive-'));
  // A busy machine may need more time to get as far as that.
  for (let limitMs = 1500; !isAlive() && limitMs < 100_000; limitMs *= 4)
    assert.match(await refusal(command, limitMs), new RegExp(`took longer than ${limitMs / 1000} s`));
  assert.ok(isAlive());
  const before = workspace.list();
  await sleep(400);
  assert.deepEqual(workspace.list(), before);
});

test('a program that prints without end is stopped at 64 KiB', async () => {
  using workspace = new Workspace();
  const command = program(workspace, 'const more = () => process.stdout.write("x".repeat(65536), more); more();');
  assert.match(await refusal(command), /printed too much/);
});

test('a program that leaves something behind which holds its output open is not waited for', async () => {
  using workspace = new Workspace();
  const key = makeUpKey();
  const left = `process.stdout.write('${key}\\n');
    const { spawn } = await import('node:child_process');
    spawn('sleep', ['20'], { stdio: ['ignore', 'inherit', 'ignore'], detached: true }).unref();`;
  const text = await makeRunCommand({ PATH: process.env['PATH'] ?? '' }, 15_000)(program(workspace, left));
  assert.equal(text, `${key}\n`);
});
