import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeShownChange, showPatch } from '../../../../src/workflows/implementation/code-review-patch.ts';
import { Changes, type Tree } from '../gates/changes.ts';

const changes = new Changes();
after(() => changes[Symbol.dispose]());

const before: Tree = { 'a.ts': 'one\n', 'b.ts': 'x\n', 'c.sh': 'x\n', 'package-lock.json': '{}\n' };

test('a patch shows what can be read; binary files and lock files are told in a line', async () => {
  const diff = await changes.diff(before, {
    'a.ts': 'two\n',
    'b.ts': { link: '/etc/passwd' },
    'c.sh': { program: 'x\n' },
    'empty.ts': '',
    'ü "q".ts': 'diff --git a/x b/x\n',
    'img.png': new Uint8Array([0, 1, 2]),
    'package-lock.json': '{"a":1}\n',
    'z.ts': 'last\n',
  });
  const text = showPatch(diff);
  for (const part of ['+two', '+/etc/passwd', 'new mode 100755', '+diff --git a/x b/x', '+last'])
    assert.ok(text.includes(part), part);
  assert.match(text, /^\[added img\.png \(binary\): its content is left out\]$/m);
  assert.match(text, /^\[modified package-lock\.json \(\+1 -1 lines\): a lock file, left out\]$/m);
  assert.ok(!text.includes('{"a":1}'));
  assert.equal(text.match(/^diff --git a\/b\.ts/gm)?.length, 2, 'a file that became a link has two parts');
});

test('a patch that is too long is cut, and says where', async () => {
  const long = (words: string) => `${words}\n`.repeat(10_000);
  const diff = await changes.diff(before, { ...before, 'a.ts': long('some words'), 'b.ts': 'after\n' });
  const text = showPatch(diff);
  assert.ok(text.length < 70_000);
  assert.match(text, /\[modified a\.ts .*: the rest is left out\]/);
  assert.match(text, /\+after/);
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}.ts`, long(`text ${at}`)]));
  const bounded = showPatch(await changes.diff(before, { ...before, ...many }));
  assert.ok(bounded.length < 480_000);
  assert.match(bounded, /left out, for the change is too long/);
});

test('a patch that was cut for us says so', async () => {
  const diff = await changes.diff(before, { ...before, 'a.ts': 'x\n'.repeat(500), 'b.ts': 'new\n' }, 300);
  assert.equal(diff.isPatchCut, true);
  const text = showPatch(diff);
  assert.match(text, /\[modified b\.ts .*: left out, for the patch is cut\]/);
  assert.match(text, /\[the patch is cut here\]$/);
});

test('at the second review, what came since the first came since the last as well', async () => {
  const now = await changes.diff(before, { ...before, 'a.ts': 'three\n' });
  const since = await changes.diff({ 'a.ts': 'two\n' }, { 'a.ts': 'three\n' });
  const first = { whole: await changes.diff(before, { ...before, 'a.ts': 'two\n' }), since };
  const shown = makeShownChange({ now, first, sinceLast: null });
  assert.equal(shown.sinceLast, shown.sinceFirst);
  assert.match(shown.firstPatch ?? '', /\+two/);
  assert.deepEqual(makeShownChange({ now, first: null, sinceLast: null }).sinceFirst, null);
});
