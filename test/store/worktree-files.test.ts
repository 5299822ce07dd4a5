import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeModeInside, linkInside, removeInside, writeInside } from '../../src/store/worktree-files.ts';
import { readInside, scanInside } from '../../src/store/worktree-reading.ts';
import { Workspace } from '../workspace.ts';

/** A worktree with a neighbour, and links that lead to it. */
function makeTree(): Workspace {
  const space = new Workspace().write({ 'tree/a.txt': 'a', 'tree/deep/b.txt': 'b', 'outside/kept.txt': 'kept' });
  mkdirSync(space.path('tree/.git'));
  symlinkSync(space.path('outside'), space.path('tree/folder'));
  symlinkSync(space.path('outside/kept.txt'), space.path('tree/file'));
  return space;
}

const verbs: readonly [name: string, act: (root: string, path: string) => void][] = [
  ['write', (root, path) => writeInside(root, path, 'x')],
  ['remove', removeInside],
  ['change the mode of', (root, path) => changeModeInside(root, path, 0o700)],
  ['link', (root, path) => linkInside(root, path, 'x')],
  ['read', (root, path) => void readInside(root, path, 100)],
];

const refused: readonly [path: string, code: string][] = [
  ['', 'PATH_OUTSIDE'],
  ['.', 'PATH_OUTSIDE'],
  ['..', 'PATH_OUTSIDE'],
  ['../outside/kept.txt', 'PATH_OUTSIDE'],
  ['deep/../../outside/kept.txt', 'PATH_OUTSIDE'],
  ['/etc/hostname', 'PATH_OUTSIDE'],
  ['a\0b', 'PATH_OUTSIDE'],
  ['.git', 'PATH_PROTECTED'],
  ['.git/config', 'PATH_PROTECTED'],
  ['deep/.GIT/hooks/x', 'PATH_PROTECTED'],
  ['GIT~1/config', 'PATH_PROTECTED'],
  ['folder/kept.txt', 'PATH_LINKED'],
  ['folder/new/kept.txt', 'PATH_LINKED'],
];

for (const [name, act] of verbs) {
  test(`nobody can ${name} what lies outside, belongs to git, or is behind a link`, () => {
    using space = makeTree();
    const before = readdirSync(space.path('outside'));
    for (const [path, code] of refused) assert.throws(() => act(space.path('tree'), path), { code }, path);
    assert.deepEqual(readdirSync(space.path('outside')), before);
    assert.equal(readFileSync(space.path('outside/kept.txt'), 'utf8'), 'kept');
    assert.deepEqual(readdirSync(space.path('tree/.git')), []);
  });
}

test('a file is written with the folders above it, and keeps its mode', () => {
  using space = makeTree();
  const root = space.path('tree');
  writeInside(root, './new/folder/c.txt', Buffer.from([0xff, 0]));
  assert.deepEqual(readInside(root, 'new/folder/c.txt', 10), Buffer.from([0xff, 0]));
  changeModeInside(root, 'a.txt', 0o6755);
  writeInside(root, 'a.txt', 'changed');
  assert.equal(statSync(join(root, 'a.txt')).mode & 0o7777, 0o755);
  assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'changed');
});

test('another name of a file that is written keeps what it had', () => {
  using space = makeTree();
  linkSync(space.path('outside/kept.txt'), space.path('tree/same.txt'));
  writeInside(space.path('tree'), 'same.txt', 'changed');
  assert.equal(readFileSync(space.path('outside/kept.txt'), 'utf8'), 'kept');
});

test('a link is removed or replaced itself; nothing is written, read or changed through it', () => {
  using space = makeTree();
  const root = space.path('tree');
  assert.throws(() => writeInside(root, 'file', 'x'), { code: 'PATH_LINKED' });
  assert.throws(() => readInside(root, 'file', 10), { code: 'PATH_LINKED' });
  assert.throws(() => changeModeInside(root, 'file', 0o777), { code: 'PATH_LINKED' });
  linkInside(root, 'file', 'a.txt');
  assert.equal(readlinkSync(join(root, 'file')), 'a.txt');
  removeInside(root, 'file');
  removeInside(root, 'folder');
  assert.equal(readFileSync(space.path('outside/kept.txt'), 'utf8'), 'kept');
});

test('a folder is removed without following what is in it', () => {
  using space = makeTree();
  symlinkSync(space.path('outside'), space.path('tree/deep/way'));
  removeInside(space.path('tree'), 'deep');
  assert.equal(lstatSync(space.path('tree/deep'), { throwIfNoEntry: false }), undefined);
  assert.equal(readFileSync(space.path('outside/kept.txt'), 'utf8'), 'kept');
});

test('what is no file is neither written nor waited for', () => {
  using space = makeTree();
  const root = space.path('tree');
  execFileSync('mkfifo', [join(root, 'pipe')]);
  assert.throws(() => writeInside(root, 'pipe', 'x'), { code: 'FILE_NOT_REGULAR' });
  assert.throws(() => writeInside(root, 'deep', 'x'), { code: 'FILE_NOT_REGULAR' });
  assert.throws(() => writeInside(root, 'a.txt/below', 'x'), { code: 'FILE_MISSING' });
  assert.throws(() => readInside(root, 'pipe', 10), { code: 'FILE_NOT_REGULAR' });
  assert.throws(() => writeInside(root, 'x'.repeat(300), 'x'), { code: 'FILE_NOT_REGULAR' });
  assert.throws(() => removeInside(root, 'none'), { code: 'FILE_MISSING' });
  assert.throws(() => readInside(root, 'a.txt', 0), { code: 'FILE_TOO_LARGE' });
});

test('a listing holds every file once, and neither links nor what git owns', () => {
  using space = makeTree();
  space.write({ 'tree/deep/er/c.txt': '', 'tree/node_modules/x/y.js': '' });
  const list = (path: string) => [...scanInside(space.path('tree'), path, (name) => name === 'node_modules')];
  assert.deepEqual(list(''), ['a.txt', 'deep/b.txt', 'deep/er/c.txt']);
  assert.deepEqual(list('deep/'), ['deep/b.txt', 'deep/er/c.txt']);
  assert.throws(() => list('folder'), { code: 'PATH_LINKED' });
  assert.throws(() => list('../outside'), { code: 'PATH_OUTSIDE' });
});

test('whatever a path is made of, only the worktree changes', () => {
  using space = makeTree();
  const root = space.path('tree');
  const step = fc.constantFrom('..', '.', '', 'a.txt', 'deep', 'folder', 'file', '.git', 'x', '/', '~', '\\');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      try {
        writeInside(root, steps.join('/'), 'x');
      } catch (error) {
        assert.match(String(Reflect.get(Object(error), 'code')), /^(PATH_|FILE_)/);
      }
      assert.deepEqual(readdirSync(space.dir).sort(), ['outside', 'tree']);
      assert.deepEqual(readdirSync(space.path('outside')), ['kept.txt']);
      assert.equal(readFileSync(space.path('outside/kept.txt'), 'utf8'), 'kept');
      assert.deepEqual(readdirSync(space.path('tree/.git')), []);
    }),
    { numRuns: 300 },
  );
});
