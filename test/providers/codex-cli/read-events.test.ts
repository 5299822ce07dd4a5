import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCodexEvents } from '../../../src/providers/codex-cli/read-events.ts';

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const item = (type: string, text: string) => ({ type: 'item.completed', item: { type, text, message: text } });
const completed = { type: 'turn.completed', usage: {} };

test('the answer is what was said last in a turn that was completed; warnings are none of it', () => {
  const printed = lines(
    { type: 'turn.started' },
    item('error', 'w'),
    item('agent_message', 'a'),
    item('reasoning', 'r'),
  );
  assert.deepEqual(readCodexEvents(printed + lines(item('agent_message', '{}'), completed)), {
    kind: 'answer',
    text: '{}',
  });
  assert.deepEqual(readCodexEvents(lines({ type: 'error', message: 'again' }, item('agent_message', 'x'), completed)), {
    kind: 'answer',
    text: 'x',
  });
});

test('without a completed turn, or with a failed one, there is no answer', () => {
  const table: [string, string][] = [
    ['', 'it did not complete its turn'],
    [lines(item('agent_message', 'x')), 'it did not complete its turn'],
    [lines(completed), 'it said nothing'],
    [lines({ type: 'error', message: 'no connection' }), 'no connection'],
    [lines(item('agent_message', 'x'), completed, { type: 'turn.failed', error: { message: 'HTTP 400' } }), 'HTTP 400'],
    [lines({ type: 'turn.failed' }), 'its turn failed'],
  ];
  for (const [printed, message] of table) assert.deepEqual(readCodexEvents(printed), { kind: 'trouble', message });
});

test('whatever is printed, nothing is thrown', () => {
  const line = fc.oneof(fc.string(), fc.json(), fc.constant('{"type":"item.completed","item":null}'));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (printed) => {
      assert.equal(readCodexEvents(printed.join('\n')).kind, 'trouble');
    }),
  );
});
