import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { describeClaudeEvent } from '../../../src/agents/claude/describe-event.ts';
import { tellAction, tellText } from '../../../src/agents/cli/tell.ts';
import { describeCodexEvent } from '../../../src/agents/codex/describe-event.ts';

const worktree = '/work/tree';

test('what is told is short: a few lines, none of them long, none of them empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const lines = [...tellText(text), ...tellAction('Bash', text, worktree)];
      assert.ok(lines.length <= 8);
      for (const line of lines) assert.ok(line.length > 0 && line.length <= 160 && !/[\r\n]/.test(line), line);
    }),
  );
});

test('paths are told as seen from the worktree, others as they are', () => {
  assert.deepEqual(tellAction('Edit', '/work/tree/src/a.ts', worktree), ['> Edit src/a.ts']);
  assert.deepEqual(tellAction('Edit', '/work/treetop/a.ts', worktree), ['> Edit /work/treetop/a.ts']);
  assert.deepEqual(tellAction('Bash', 'npm  test\n&& ls', worktree), ['> Bash npm test && ls']);
  assert.deepEqual(tellAction('TodoWrite', undefined, worktree), ['> TodoWrite']);
});

test('codex: commands are told without their shell, and changes that failed not at all', () => {
  const started = (command: string) =>
    describeCodexEvent({ type: 'item.started', item: { type: 'command_execution', command } }, worktree);
  assert.deepEqual(started("/bin/bash -lc 'npm test'"), ['> exec npm test']);
  assert.deepEqual(started('bash -c ls'), ['> exec ls']);
  assert.deepEqual(started('npm test'), ['> exec npm test']);
  const changes = [{ path: '/work/tree/a.ts', kind: 'add' }];
  const ended = (status: string) =>
    describeCodexEvent({ type: 'item.completed', item: { type: 'file_change', status, changes } }, worktree);
  assert.deepEqual([ended('completed'), ended('failed')], [['> add a.ts'], []]);
});

test('whatever an event holds, nothing is thrown and lines are told', () => {
  const event = fc.dictionary(fc.constantFrom('type', 'item', 'message', 'content'), fc.jsonValue());
  const nested = fc.record({
    type: fc.constantFrom('assistant', 'item.started', 'item.completed'),
    message: event,
    item: event,
  });
  fc.assert(
    fc.property(fc.oneof(event, nested), (each) => {
      for (const line of [...describeClaudeEvent(each, worktree), ...describeCodexEvent(each, worktree)]) {
        assert.equal(typeof line, 'string');
      }
    }),
  );
});
