import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScript } from '../../../src/providers/scripted/script.ts';

const wrong: readonly [script: unknown, message: RegExp][] = [
  [[], /^s\.json: the file: must be of type object$/],
  [{ tasks: {} }, /^s\.json: schemaVersion: must be 1$/],
  [{ schemaVersion: 2, tasks: {} }, /schemaVersion: must be 1$/],
  [{ schemaVersion: 1 }, /tasks: must be of type record$/],
  [{ schemaVersion: 1, tasks: {}, seed: 1 }, /the file: unknown key "seed"$/],
  [{ schemaVersion: 1, tasks: { 137: { code: [] } } }, /tasks\.137: unknown key "code"$/],
  [{ schemaVersion: 1, tasks: { 137: { draft: [] } } }, /tasks\.137\.draft: must not be empty$/],
  [{ schemaVersion: 1, tasks: { 137: { draft: [[]] } } }, /tasks\.137\.draft\[0\]: must not be empty$/],
  [{ schemaVersion: 1, tasks: { 137: { draft: ['x'] } } }, /tasks\.137\.draft\[0\]: must be of type object$/],
  [{ schemaVersion: 1, tasks: { 137: { draft: [{ answer: 'APPROVED' }] } } }, /draft\[0\]\.answer: must be "offline"$/],
  [
    { schemaVersion: 1, tasks: { 137: { review: [{}, [{}, { answer: 'yes' }]] } } },
    /review\[1\]\[1\]\.answer: must be "offline" or "APPROVED"/,
  ],
  [{ schemaVersion: 1, tasks: { 137: { review: [{ delayMs: -1 }] } } }, /review\[0\]\.delayMs: must be at least 0$/],
  [{ schemaVersion: 1, tasks: { 137: { review: [{ delayms: 1 }] } } }, /review\[0\]: unknown key "delayms"$/],
  [{ schemaVersion: 1, tasks: { 137: { review: [[{ hang: false }]] } } }, /review\[0\]\[0\]\.hang: must be true$/],
  [{ schemaVersion: 1, tasks: { 137: { review: [{ crash: 'boom' }] } } }, /review\[0\]\.crash: must be "exit" or/],
];

for (const [script, message] of wrong) {
  const text = JSON.stringify(script);
  test(`refused with its place: ${text}`, () => {
    assert.throws(() => parseScript(text, 's.json'), { code: 'SCRIPT_INVALID', message });
  });
}

test('text that is no JSON is refused, and cannot drive a terminal', () => {
  assert.throws(
    () => parseScript('{\u001b[2J', 's.json'),
    (error: Error) => {
      assert.match(error.message, /^s\.json: is not JSON: /);
      assert.doesNotMatch(error.message, /\u001b/);
      return true;
    },
  );
});
