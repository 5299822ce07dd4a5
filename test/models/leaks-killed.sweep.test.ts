import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueText } from '../workspace.ts';
import { findKeys, readEverything } from './find-keys.ts';
import { SimulatedWorkspace } from './simulated-workspace.ts';

const rounds = 8;
const longestMs = 1600;

test('killed at any moment, a batch leaves no file that holds a key, though issues and models are full of them', async () => {
  const known: { keys: readonly string[] } = { keys: [] };
  await using workspace = await SimulatedWorkspace.open({
    issues: 0,
    scopes: [
      { id: 'drafts', provider: 'anthropic', service: { ms: 60, spread: 1 } },
      { id: 'reviews', provider: 'google', service: { ms: 60, spread: 1 } },
    ],
    answer: ({ schema }) => (schema === null ? `# Keys\n\n${known.keys.join('\n\n')}\n` : null),
  });
  known.keys = workspace.keys;
  for (const id of [1, 2, 3]) {
    workspace.write({ [`docs/issues/${id}.md`]: `${issueText(`Uses ${known.keys[0]}`)}\n${known.keys.join('\n')}\n` });
  }
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const afterMs = Math.random() * longestMs;
    const run = workspace.start('requirements', '--parallel', '3', '--verbose');
    await Promise.race([run.ended, sleep(afterMs)]);
    run.child.kill('SIGKILL');
    const { stdout, stderr } = await run.ended;
    const files = readEverything(workspace.dir, ['docs/issues']);
    assert.deepEqual(findKeys({ stdout, stderr, ...files }, workspace.keys), [], `killed after ${afterMs} ms`);
    found = Math.max(found, Object.keys(files).length);
  }
  assert.ok(found > 3, 'no batch ever wrote anything');
});
