import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { Conversation } from '../../../src/agents/model/conversation.ts';
import { makeFileTools } from '../../../src/agents/model/file-tools.ts';
import { makeSearch } from '../../../src/agents/model/search-tool.ts';
import { useTool } from '../../../src/agents/model/tool.ts';
import { AgentHouse } from '../agent-house.ts';

const { signal } = new AbortController();

async function use(house: AgentHouse, name: string, input: unknown): Promise<string> {
  const tools = [...makeFileTools(house.worktree), makeSearch(house.worktree)];
  const { text, isError } = await useTool(tools, { id: '1', name, input }, signal);
  return isError ? `! ${text}` : text;
}

test('a file is read with line numbers, a part of it if wanted, and never without an end', async () => {
  using house = new AgentHouse();
  const lines = Array.from({ length: 1000 }, (_, at) => `line ${at + 1}`);
  house.write({
    'worktree/long': `${lines.join('\r\n')}\r\n`,
    'worktree/empty': '',
    'worktree/wide': 'x'.repeat(100_000),
  });
  assert.match(
    await use(house, 'read_file', { path: 'long' }),
    /^1\tline 1\n[\s\S]*400\tline 400\n\(lines 1 to 400 of 1000\)$/,
  );
  assert.equal(
    await use(house, 'read_file', { path: 'long', from: 2, to: 3 }),
    '2\tline 2\n3\tline 3\n(lines 2 to 3 of 1000)',
  );
  assert.match(
    await use(house, 'read_file', { path: 'long', from: 999, to: null }),
    /^999\tline 999\n1000\tline 1000\n/,
  );
  assert.equal(await use(house, 'read_file', { path: 'empty' }), '(the file is empty)');
  assert.ok((await use(house, 'read_file', { path: 'wide' })).length < 2100);
  assert.match(await use(house, 'read_file', { path: 'none' }), /^! "none" is not there/);
});

test('what is no text, and links, are not read', async () => {
  using house = new AgentHouse();
  house.write({ 'worktree/binary': Buffer.from([1, 0, 2]), secret: 'kept' });
  symlinkSync(house.path('secret'), house.path('worktree/link'));
  assert.match(await use(house, 'read_file', { path: 'binary' }), /^! "binary" holds a NUL/);
  assert.match(await use(house, 'read_file', { path: 'link' }), /^! "link" is a link/);
  assert.match(await use(house, 'search', { text: 'kept' }), /^\(nothing found\)$/);
});

test('an edit must fit exactly once, and keeps line ends and what looks like a pattern', async () => {
  using house = new AgentHouse();
  house.write({ 'worktree/a': 'one\r\ntwo\r\ntwo\r\n' });
  assert.match(await use(house, 'edit_file', { path: 'a', find: 'two', replace: 'x' }), /^! `find` occurs 2 times/);
  assert.match(await use(house, 'edit_file', { path: 'a', find: 'six', replace: 'x' }), /^! `find` does not occur/);
  assert.match(await use(house, 'edit_file', { path: 'a', find: '', replace: 'x' }), /^! `find` does not occur/);
  assert.equal(await use(house, 'edit_file', { path: 'a', find: 'one', replace: '$& $1' }), 'Changed.');
  assert.equal(house.text('a'), '$& $1\r\ntwo\r\ntwo\r\n');
});

test('files are listed and found, without what others made', async () => {
  using house = new AgentHouse();
  house.write({
    'worktree/src/a.js': 'let x;\nlet needle;\n',
    'worktree/node_modules/m/i.js': 'needle',
    'worktree/.git/config': 'needle',
  });
  assert.equal(await use(house, 'list_files', {}), 'src/a.js');
  assert.equal(await use(house, 'list_files', { path: './src' }), 'src/a.js');
  assert.equal(await use(house, 'list_files', { path: '.' }), 'src/a.js');
  assert.match(await use(house, 'list_files', { path: '..' }), /^! /);
  assert.equal(await use(house, 'search', { text: 'needle' }), 'src/a.js:2: let needle;');
  assert.equal(await use(house, 'search', { text: 'n.*dle', isRegex: true, path: 'src' }), 'src/a.js:2: let needle;');
  assert.equal(await use(house, 'search', { text: 'n.*dle' }), '(nothing found)');
  assert.match(await use(house, 'search', { text: '(', isRegex: true }), /^! Invalid regular expression/);
});

test('long lists are cut, and say so', async () => {
  using house = new AgentHouse();
  house.write(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`worktree/f${at}`, ''])));
  house.write({ 'worktree/all': 'x\n'.repeat(200) });
  assert.match(await use(house, 'list_files', {}), /\(there are more: name a folder\)$/);
  assert.equal((await use(house, 'search', { text: 'x' })).split('\n').length, 101);
});

test('a pattern that never ends is stopped', async () => {
  using house = new AgentHouse();
  house.write({ 'worktree/trap': `${'a'.repeat(60)}!\n`.repeat(20) });
  assert.match(await use(house, 'search', { text: '^(a+)+$', isRegex: true }), /^! the pattern takes too long/);
});

test('whatever a model writes as an input, a tool answers and the worktree alone changes', async () => {
  using house = new AgentHouse();
  house.write({ 'worktree/a': 'a', outside: 'kept' });
  const name = fc.constantFrom('read_file', 'list_files', 'edit_file', 'write_file', 'delete_file', 'search', 'x');
  const path = fc.oneof(fc.string(), fc.constantFrom('../outside', 'a', '.git', '/', '..', './a/../..', 'a\0'));
  const input = fc.oneof(
    fc.anything(),
    fc.record({ path, find: fc.string(), replace: fc.string(), content: fc.string(), text: fc.string() }),
  );
  await fc.assert(
    fc.asyncProperty(name, input, async (tool, value) => {
      assert.equal(typeof (await use(house, tool, value)), 'string');
      assert.equal(house.text('../outside'), 'kept');
    }),
    { numRuns: 150 },
  );
});

test('of a long conversation, only what tools said long ago is cut', () => {
  const conversation = new Conversation('the work');
  for (let at = 0; at < 20; at += 1) {
    const call = { id: `c${at}`, name: 'read_file', input: {} };
    conversation.addTurn(
      [{ role: 'assistant', content: `turn ${at}` }],
      [{ call, text: 'x'.repeat(20_000), isError: false }],
    );
  }
  const lengths = conversation.messages.map((message) => JSON.stringify(message).length);
  assert.equal(conversation.messages.length, 41);
  assert.equal(conversation.messages[0]?.content, 'the work');
  assert.ok((lengths[2] ?? 0) < 1000, 'the oldest is cut');
  assert.ok((lengths.at(-1) ?? 0) > 20_000, 'the newest is whole');
  assert.ok(lengths.reduce((sum, length) => sum + length) < 260_000);
});
