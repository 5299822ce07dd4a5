import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAgentScript } from '../../../src/agents/scripted/agent-script.ts';
import { parseScript } from '../../../src/providers/scripted/script.ts';

const of = (...implement: unknown[]) => ({ schemaVersion: 1, agents: { 137: { implement } } });
const turn = (part: unknown) => of(part);

const wrong: readonly [script: unknown, message: RegExp][] = [
  [[], /^s\.json: the file: must be of type object$/],
  [{ schemaVersion: 1 }, /agents: must be of type record$/],
  [{ schemaVersion: 2, agents: {} }, /schemaVersion: must be 1$/],
  [{ schemaVersion: 1, agents: {}, seed: 1 }, /unknown key "seed"$/],
  [{ schemaVersion: 1, agents: { 137: { review: [] } } }, /agents\.137: unknown key "review"$/],
  [of(), /agents\.137\.implement: must not be empty$/],
  [of([]), /implement\[0\]: must not be empty$/],
  [turn({ edit: [] }), /implement\[0\]: unknown key "edit"$/],
  [turn({ edits: [{ wirte: {} }] }), /edits\[0\]: unknown key "wirte"$/],
  [turn({ edits: [{}] }), /edits\[0\]: one of write, replace, delete, chmod, link$/],
  [turn({ edits: [{ delete: { path: 'a' }, link: { path: 'b', target: 'c' } }] }), /edits\[0\]: one of write/],
  [turn({ edits: [{ write: { path: 'a' } }] }), /edits\[0\]\.write: content or file$/],
  [turn({ edits: [{ write: { path: 'a', content: '', file: 'b' } }] }), /write: content or file$/],
  [turn({ edits: [{ write: { path: '', content: '' } }] }), /write\.path: must not be empty$/],
  [turn({ edits: [{ chmod: { path: 'a', mode: '4755' } }] }), /chmod\.mode: /],
  [turn({ finish: {}, hang: true }), /implement\[0\]: at most one of finish, fail, park, crash, hang, silent$/],
  [turn({ fail: { code: 'oops' } }), /fail\.code: must be "limit" or/],
  [turn({ crash: 'exit' }), /crash: must be "kill" or/],
  [turn({ run: { argv: [] } }), /run\.argv: must not be empty$/],
  [turn({ waitMs: -1 }), /waitMs: must be at least 0$/],
  [of({}, [{}, { say: 1 }]), /implement\[1\]\[1\]\.say: must be of type string$/],
];

for (const [script, message] of wrong) {
  const text = JSON.stringify(script);
  test(`refused with its place: ${text}`, () => {
    assert.throws(() => parseAgentScript(text, 's.json'), { code: 'SCRIPT_INVALID', message });
  });
}

test('text that is no JSON is refused', () => {
  assert.throws(() => parseAgentScript('{', 's.json'), { code: 'SCRIPT_INVALID', message: /^s\.json: is not JSON/ });
});

test('one file can hold what models say and what agents do', () => {
  const text = JSON.stringify({ ...of({}), ledger: 'calls.txt', tasks: { 137: { draft: [{}] } } });
  assert.deepEqual(parseAgentScript(text, 's.json').agents, { 137: { implement: [{}] } });
  assert.deepEqual(parseScript(text, 's.json').tasks, { 137: { draft: [{}] } });
});
