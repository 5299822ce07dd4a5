import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { choose, isAllowed } from '../../../src/agents/acp/permissions.ts';
import { findInWorktree } from '../../../src/agents/acp/worktree-paths.ts';

const tree = '/work/trees/137';
const call = (fields: Partial<ToolCallUpdate>): ToolCallUpdate => ({ toolCallId: 'c', ...fields });
const at = (...paths: string[]) => call({ locations: paths.map((path) => ({ path })) });

const cases: readonly [what: string, kind: ToolKind | null, call: ToolCallUpdate, isGranted: boolean][] = [
  ['an edit inside', 'edit', at(`${tree}/a`), true],
  ['an edit by a relative path', 'edit', at('src/a'), true],
  ['an edit outside', 'edit', at('/etc/passwd'), false],
  ['an edit of a neighbour', 'edit', at(`${tree}8/a`), false],
  ['an edit by a way out', 'edit', at(`${tree}/../138/a`), false],
  ['one of two outside', 'move', at(`${tree}/a`, '/tmp/a'), false],
  ['an edit of no file', 'edit', call({}), false],
  ["an edit of git's own", 'edit', at(`${tree}/.git`), false],
  ['an edit of the worktree itself', 'delete', at(tree), false],
  ['an edit that is told by a diff', 'edit', call({ content: [{ type: 'diff', path: '/etc/x', newText: '' }] }), false],
  ['an edit that is told by its input', 'edit', call({ rawInput: { file_path: `${tree}/a` } }), true],
  ['an edit whose input disagrees', 'edit', { ...at(`${tree}/a`), rawInput: { path: '/etc/x' } }, false],
  ['a command', 'execute', call({}), true],
  ['a thought', 'think', call({}), true],
  ['a search', 'search', call({}), true],
  ['reading outside', 'read', at('/etc/passwd'), false],
  ['a page', 'fetch', call({}), false],
  ['a mode', 'switch_mode', call({}), false],
  ['another tool', 'other', at(`${tree}/a`), false],
  ['a tool that nobody names', null, at(`${tree}/a`), false],
];

for (const [what, kind, wanted, isGranted] of cases) {
  test(`${what} is ${isGranted ? 'allowed' : 'refused'}`, () => {
    assert.equal(isAllowed(wanted, kind, tree), isGranted);
  });
}

test('the mildest option is chosen, and none if there is none', () => {
  const option = (kind: 'allow_once' | 'allow_always' | 'reject_once') => ({ optionId: kind, name: kind, kind });
  const all = [option('allow_always'), option('allow_once'), option('reject_once')];
  assert.deepEqual(choose(all, true), { outcome: 'selected', optionId: 'allow_once' });
  assert.deepEqual(choose(all.slice(0, 1), true), { outcome: 'selected', optionId: 'allow_always' });
  assert.deepEqual(choose(all, false), { outcome: 'selected', optionId: 'reject_once' });
  assert.deepEqual(choose(all.slice(0, 2), false), { outcome: 'cancelled' });
});

test('whatever a path is made of, what is found lies in the worktree', () => {
  const step = fc.constantFrom('..', '.', 'a', '.git', '', '137', 'trees', 'work');
  fc.assert(
    fc.property(fc.array(step), fc.boolean(), (steps, isAbsolute) => {
      const way = findInWorktree(tree, `${isAbsolute ? '/' : ''}${steps.join('/')}`);
      assert.ok(way === null || (!way.startsWith('..') && !way.startsWith('/') && !way.includes('.git')));
    }),
  );
});
