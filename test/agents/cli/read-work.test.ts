import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readClaudeWork } from '../../../src/agents/claude/read-work.ts';
import { readCodexWork } from '../../../src/agents/codex/read-work.ts';

const success = { type: 'result', subtype: 'success', is_error: false, result: 'Done.', permission_denials: [] };
const print = (...objects: readonly object[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join('');
const read = (result: object) => readClaudeWork(print({ type: 'system' }, { ...success, ...result }), '/work/tree');

test('claude: the last result is what counts, and only if nothing speaks against it', () => {
  assert.deepEqual(read({}), { kind: 'answer', text: 'Done.' });
  assert.deepEqual(read({ result: undefined }), { kind: 'answer', text: '' });
  assert.deepEqual(readClaudeWork(print(success, { ...success, is_error: true }), '/'), {
    kind: 'trouble',
    message: 'Done.',
    status: null,
  });
  assert.deepEqual(read({ is_error: true, result: 'Overloaded', api_error_status: 529 }), {
    kind: 'trouble',
    message: 'Overloaded',
    status: 529,
  });
  assert.equal(read({ subtype: 'error_max_turns', is_error: true }).kind, 'exhausted');
  assert.equal(read({ subtype: 'error_during_execution' }).kind, 'trouble');
  assert.equal(read({ is_error: 'no' }).kind, 'trouble');
  assert.equal(readClaudeWork('', '/').kind, 'trouble');
});

test('claude: a file of the worktree that it was not allowed to write is trouble, by whatever tool and path', () => {
  const deny = (tool_name: string, tool_input: object) =>
    read({ permission_denials: [{ tool_name, tool_input }] }).kind;
  assert.equal(deny('Write', { file_path: '/work/tree/a' }), 'trouble');
  assert.equal(deny('Edit', { file_path: 'a' }), 'trouble');
  assert.equal(deny('NotebookEdit', { notebook_path: '/work/tree/a' }), 'trouble');
  assert.equal(deny('Write', {}), 'trouble');
  assert.equal(deny('Write', { file_path: '/work/tree/../other/a' }), 'answer');
  assert.equal(deny('Bash', { command: 'rm -rf /' }), 'answer');
});

test('codex: a completed turn is an answer, and statuses are read out of its words', () => {
  const message = { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } };
  assert.deepEqual(readCodexWork(print(message, { type: 'turn.completed' })), { kind: 'answer', text: 'Done.' });
  const failed = (words: string) => readCodexWork(print({ type: 'turn.failed', error: { message: words } }));
  assert.deepEqual(failed('unexpected status 401 Unauthorized: x'), {
    kind: 'trouble',
    message: 'unexpected status 401 Unauthorized: x',
    status: 401,
  });
  assert.equal(JSON.stringify(failed('exceeded retry limit, last status: 429')).includes('429}'), true);
  assert.equal(JSON.stringify(failed('it broke')).includes('"status":null'), true);
  assert.equal(readCodexWork(print(message)).kind, 'trouble');
});

test('whatever is printed, nothing is thrown, and without a result nothing is an answer', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (lines) => {
      const stdout = lines.join('\n');
      assert.notEqual(readClaudeWork(stdout, '/').kind, 'answer');
      assert.notEqual(readCodexWork(stdout).kind, 'answer');
    }),
  );
});
