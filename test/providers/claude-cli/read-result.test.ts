import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readClaudeResult } from '../../../src/providers/claude-cli/read-result.ts';

const good = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  permission_denials: [],
  structured_output: { a: 1 },
};
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

test('only the last parsed result is an answer, and only if nothing speaks against it', () => {
  const before = lines({ type: 'system', subtype: 'init' }, { type: 'assistant', message: {} });
  assert.deepEqual(readClaudeResult(before + lines(good)), { kind: 'answer', text: '{"a":1}' });
  assert.deepEqual(readClaudeResult(`noise\n${lines(good)}{"type":"res`), { kind: 'answer', text: '{"a":1}' });
  assert.equal(readClaudeResult(lines(good, { ...good, is_error: true })).kind, 'trouble');
});

test('success in name, denied permissions and another form are trouble, in words', () => {
  const table: [object, RegExp][] = [
    [{ ...good, is_error: true, api_error_status: 529, result: 'API Error: 529 Overloaded' }, /^API Error: 529/],
    [
      { ...good, is_error: true, subtype: 'error_max_turns', errors: ['Reached maximum number of turns (2)'] },
      /^Reached/,
    ],
    [{ ...good, is_error: true, subtype: 'error_during_execution' }, /^error_during_execution$/],
    [{ ...good, permission_denials: [{ tool_name: 'Read' }] }, /may not do/],
    [{ ...good, structured_output: undefined, result: 'words' }, /another form/],
    [{ ...good, structured_output: [1] }, /cannot be read/],
    [{ ...good, is_error: 'no' }, /cannot be read/],
  ];
  for (const [result, meant] of table) {
    const reply = readClaudeResult(lines(result));
    assert.ok(reply.kind === 'trouble', JSON.stringify(result));
    assert.match(reply.message, meant);
  }
  assert.deepEqual(readClaudeResult(''), { kind: 'trouble', message: 'it printed no result' });
});

test('whatever is printed, nothing is thrown, and without a result nothing is an answer', () => {
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant('{"type":"result"}'),
    fc.constant('{"type":"result","is_error":false}'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (printed) => {
      assert.equal(readClaudeResult(printed.join('\n')).kind, 'trouble');
    }),
  );
});
