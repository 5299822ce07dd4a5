import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import type { AgentOsError } from '../../src/model/errors.ts';
import { readSecretFile } from '../../src/secrets/secret-file.ts';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { makeUpKey } from './made-up.ts';

function placed(content: string | Uint8Array, mode: number): Workspace {
  const workspace = new Workspace().write({ 'the key': content });
  chmodSync(workspace.path('the key'), mode);
  return workspace;
}

function refusal(path: string, userId = process.getuid?.()): string {
  try {
    readSecretFile(path, userId);
  } catch (error) {
    assert.equal((error as AgentOsError).code, 'CREDENTIAL_INVALID');
    return (error as AgentOsError).message;
  }
  return 'not refused';
}

test('a file that only its owner may open is read as it is', () => {
  const key = makeUpKey();
  for (const mode of [0o600, 0o400, 0o700]) {
    using workspace = placed(`${key}\n`, mode);
    assert.equal(readSecretFile(workspace.path('the key')), `${key}\n`);
  }
});

test('a file that others may open is refused, with the command that mends it', () => {
  const key = makeUpKey();
  for (const mode of [0o640, 0o604, 0o644, 0o620, 0o601, 0o777]) {
    using workspace = placed(key, mode);
    const message = refusal(workspace.path('the key'));
    assert.match(message, new RegExp(`mode 0${mode.toString(8)}\\): run \`chmod 600 '.*/the key'\``));
    assert.ok(!message.includes(key));
  }
});

test('a file of another user is refused', () => {
  using workspace = placed(makeUpKey(), 0o600);
  assert.match(refusal(workspace.path('the key'), 123_456), /belongs to another user/);
});

test('only a regular file holds a key: no folder, no link, nothing endless, nothing that is not there', () => {
  using workspace = placed(makeUpKey(), 0o600);
  mkdirSync(workspace.path('folder'));
  symlinkSync(workspace.path('the key'), workspace.path('link'));
  assert.match(refusal(workspace.path('folder')), /no regular file/);
  assert.match(refusal(workspace.path('link')), /is a link: name the file/);
  assert.match(refusal('/dev/zero'), /no regular file/);
  assert.match(refusal(workspace.path('nowhere')), /nowhere does not exist$/);
  assert.match(refusal(workspace.path('the key', 'below')), /below does not exist$/);
});

testWith('mkfifo', 'a FIFO is refused without waiting for a writer', async () => {
  const { spawnSync } = await import('node:child_process');
  using workspace = new Workspace();
  spawnSync('mkfifo', ['-m', '600', workspace.path('fifo')]);
  assert.match(refusal(workspace.path('fifo')), /no regular file/);
});

test('more than 64 KiB is no key', () => {
  using large = placed('x'.repeat(64 * 1024 + 1), 0o600);
  assert.match(refusal(large.path('the key')), /more than 65536 bytes/);
  using full = placed('x'.repeat(64 * 1024), 0o600);
  assert.equal(readSecretFile(full.path('the key')).length, 64 * 1024);
});
