import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { explainRefusal } from '../../src/sandbox/explain-refusal.ts';
import { openSandbox, restoreSandbox } from '../../src/sandbox/open-sandbox.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { makeOrder, stdoutOf } from './confined.ts';

const path = process.env['PATH'] ?? '';
const settings = { network: 'gateway', home: '/nonexistent', path } as const;

/** A machine whose bwrap is this script. */
function withBwrap(script: string): Workspace & { readonly PATH: string } {
  const workspace = new Workspace().write({ bwrap: `#!/bin/sh\n${script}\n` });
  chmodSync(workspace.path('bwrap'), 0o755);
  return Object.assign(workspace, { PATH: `${workspace.dir}:${path}` });
}

describe('opening a sandbox', () => {
  testWith('bwrap', 'finds out that it works, and workers go on with what was found', async () => {
    using workspace = new Workspace();
    const opened = await openSandbox({ mode: 'auto', ...settings });
    assert.equal(opened.level, 'bwrap');
    assert.equal(opened.reason, null);
    const restored = restoreSandbox(JSON.parse(JSON.stringify(opened.description)));
    assert.equal(stdoutOf(await restored.run(makeOrder(workspace.dir, 'echo $$'))).trim(), '2');
  });

  test('without bwrap says what to install: a refusal if it is required, else a reason', async () => {
    using workspace = new Workspace();
    const without = { ...settings, path: workspace.dir };
    const auto = await openSandbox({ mode: 'auto', ...without });
    assert.deepEqual([auto.level, auto.reason], ['none', 'bwrap is missing: install bubblewrap']);
    await assert.rejects(openSandbox({ mode: 'required', ...without }), {
      code: 'SANDBOX_MISSING',
      message: /bwrap is missing: install bubblewrap\. .*sandbox to auto/,
    });
  });

  test('that is switched off asks nobody', async () => {
    const probe = () => Promise.reject(new Error('asked'));
    const opened = await openSandbox({ mode: 'off', ...settings, probe });
    assert.deepEqual([opened.level, opened.reason], ['none', 'switched off']);
  });

  test('where bwrap is there and may not do its work says so', async () => {
    using machine = withBwrap('echo "bwrap: No permissions to create new namespace" >&2; exit 1');
    const { level, reason } = await openSandbox({ mode: 'auto', ...settings, path: machine.PATH });
    assert.equal(level, 'none');
    assert.match(reason ?? '', /^user namespaces are denied.*\(bwrap: No permissions to create new namespace\)$/);
  });

  test('where only a network of its own is denied says what works', async () => {
    using machine = withBwrap(
      'case "$*" in *--share-net*) exit 0;; esac; echo "bwrap: loopback: Failed RTM_NEWADDR" >&2; exit 1',
    );
    const own = await openSandbox({ mode: 'auto', ...settings, path: machine.PATH });
    assert.match(own.reason ?? '', /^a network of its own is denied.*; it works with sandboxNetwork: host$/);
    const shared = await openSandbox({ mode: 'required', ...settings, network: 'host', path: machine.PATH });
    assert.equal(shared.level, 'bwrap');
  });

  test('goes on without limits where the programs that set them do not work', async () => {
    using machine = withBwrap('case "$*" in *"-- "*prlimit*) exit 1;; esac; exit 0');
    const { description } = await openSandbox({ mode: 'required', ...settings, path: machine.PATH });
    assert.deepEqual(description.level === 'bwrap' && description.confiner.limiters, []);
  });

  test('that says nothing is not a sandbox', async () => {
    using machine = withBwrap('exit 1');
    const { reason } = await openSandbox({ mode: 'auto', ...settings, path: machine.PATH });
    assert.equal(reason, 'bwrap does not work here');
  });

  testWith('bwrap', 'inside of another one is one, or is denied and says so; for root it is denied', async () => {
    using workspace = new Workspace();
    const module = join(projectDir, 'src/sandbox/open-sandbox.ts');
    const script = `
      const { openSandbox } = await import(${JSON.stringify(module)});
      const { level, reason } = await openSandbox({ mode: 'auto', network: 'none', home: '/nonexistent', path: process.env.PATH });
      process.stdout.write(level + ': ' + reason);`;
    const order = makeOrder(workspace.dir, '', { protected: [projectDir] });
    const args = ['--input-type=module', '-e', script];
    const end = await (await openSandbox({ mode: 'required', ...settings })).run({
      ...order,
      program: process.execPath,
      args,
    });
    const said = stdoutOf(end);
    if (process.getuid?.() === 0 || said !== 'bwrap: null')
      assert.match(said, /^none: (user namespaces|mounts) are denied.* \(bwrap: .+\)$/);
  });

  test('an unconfined program runs as any other', async () => {
    using workspace = new Workspace();
    const { level, run } = restoreSandbox({ level: 'none', reason: 'for this test' });
    assert.equal(level, 'none');
    const heard: string[] = [];
    const onOutput = (chunk: Buffer, stream: string) => void heard.push(`${stream}: ${chunk}`);
    const end = await run(makeOrder(workspace.dir, 'cat; echo oh >&2; exit 4', { input: 'in', onOutput }));
    assert.deepEqual(end, { kind: 'exited', code: 4, stdout: 'in', stderr: 'oh\n' });
    assert.deepEqual(heard.sort(), ['stderr: oh\n', 'stdout: in']);
  });
});

test('what bwrap says is told in words that help', () => {
  for (const [said, told] of [
    ['bwrap: setting up uid map: Permission denied', /^user namespaces are denied/],
    ['bwrap: Creating new namespace failed: Operation not permitted', /^user namespaces are denied/],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /^mounts are denied, as in a container/],
    ['bwrap: pivot_root: Operation not permitted', /^mounts are denied/],
    ['bwrap: Unknown option --size', /^bwrap is too old/],
    ['something else', /^bwrap does not work here \(bwrap: something else\)$/],
  ] as const)
    assert.match(explainRefusal(`first line\n${said}\n`), told);
});
