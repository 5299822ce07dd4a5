import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the library lets out exactly this', async () => {
  const door = await import('../src/index.ts');
  assert.deepEqual(Object.keys(door).sort(), ['AgentOsError', 'sanitizeTaskId']);
});
