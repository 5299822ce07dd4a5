import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAgentHome, removeAgentHomes } from '../../src/store/agent-home.ts';
import { Workspace } from '../workspace.ts';

test('a run has a folder of its own, which is gone afterwards with all that was put there', () => {
  using workspace = new Workspace();
  const first = openAgentHome(workspace.dir, '137-a');
  const second = openAgentHome(workspace.dir, '137-b');
  const path = first.write('rules.md', 'be brief');
  assert.equal(readFileSync(path, 'utf8'), 'be brief');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  writeFileSync(join(first.temporaryDir, 'left'), '');
  assert.throws(() => first.write('rules.md', 'again'), { code: 'FILE_UNWRITABLE' });
  assert.equal(first.emptyDir, second.emptyDir);
  assert.deepEqual(readdirSync(first.emptyDir), []);
  assert.throws(() => openAgentHome(workspace.path('gone'), '137-c'), { code: 'FILE_UNWRITABLE' });
  first[Symbol.dispose]();
  assert.ok(!existsSync(first.dir) && existsSync(second.dir));
});

test('what batches that were killed have left is removed at once, and nothing is no trouble', () => {
  using workspace = new Workspace();
  openAgentHome(workspace.dir, '137-a').write('x', 'y');
  removeAgentHomes(workspace.dir);
  assert.deepEqual(readdirSync(workspace.dir), []);
  removeAgentHomes(workspace.dir);
});
