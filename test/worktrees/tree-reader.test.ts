import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { openTreeReader } from '../../src/worktrees/tree-reader.ts';
import { Workspace } from '../workspace.ts';

function commit(workspace: Workspace, message = 'start'): string {
  workspace.git('add', '--all', '--force');
  workspace.git('commit', '-qm', message);
  return workspace.git('rev-parse', 'HEAD');
}

function repository(files: Readonly<Record<string, string | Uint8Array>>): Workspace {
  const workspace = new Workspace().write(files);
  workspace.git('init', '-q');
  return workspace;
}

test('files are listed and read as they are at the commit, whatever the working tree says', () => {
  using workspace = repository({ 'b.ts': 'one\n', 'a/ü.ts': 'ä\r\n', 'a/empty': '' });
  const base = commit(workspace);
  workspace.write({ 'b.ts': 'changed', 'new.ts': '' }).remove('a/empty');
  commit(workspace, 'later');
  const reader = openTreeReader(workspace.dir, base);
  assert.deepEqual(reader.paths, ['a/empty', 'a/ü.ts', 'b.ts']);
  assert.deepEqual(
    reader.paths.map((path) => [reader.sizeOf(path), reader.read(path)]),
    [
      [0, ''],
      [4, 'ä\r\n'],
      [4, 'one\n'],
    ],
  );
  assert.deepEqual([reader.read('new.ts'), reader.sizeOf('new.ts'), reader.read('a')], [null, 0, null]);
});

test('below the top of the work tree only the files of the folder are there, relative to it', () => {
  using workspace = repository({ 'top.ts': '', 'packages/one/a.ts': 'a', 'packages/two/b.ts': '' });
  const base = commit(workspace);
  const reader = openTreeReader(workspace.path('packages/one'), base);
  assert.deepEqual(reader.paths, ['a.ts']);
  assert.equal(reader.read('a.ts'), 'a');
  assert.equal(reader.read('../../top.ts'), null);
});

test('what is no text is listed and not read: binary, not UTF-8, too large, a link, a submodule, a pointer', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n';
  using workspace = repository({
    binary: new Uint8Array([1, 0, 2]),
    latin1: new Uint8Array([0x66, 0xfc, 0x72]),
    large: 'x'.repeat(1024 * 1024 + 1),
    pointer,
    bom: '\ufeffa',
  });
  symlinkSync('/etc/hostname', workspace.path('link'));
  commit(workspace);
  workspace.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  workspace.git('commit', '-qm', 'module');
  const reader = openTreeReader(workspace.dir, workspace.git('rev-parse', 'HEAD'));
  assert.deepEqual(reader.paths, ['binary', 'bom', 'large', 'latin1', 'link', 'module', 'pointer']);
  assert.deepEqual(Object.fromEntries(reader.readAll(reader.paths)), {
    binary: null,
    bom: 'a',
    large: null,
    latin1: null,
    link: null,
    module: null,
    pointer: null,
  });
  assert.deepEqual([reader.sizeOf('link'), reader.sizeOf('module'), reader.sizeOf('large')], [0, 0, 1024 * 1024 + 1]);
});

test('filters and attributes of the repository do nothing to what is read', () => {
  using workspace = repository({
    '.gitattributes': '*.ts filter=evil diff=evil text eol=crlf\n',
    'a.ts': 'one\ntwo\n',
  });
  const base = commit(workspace);
  const trap = workspace.path('trapped');
  workspace.git('config', 'filter.evil.smudge', `touch ${trap}`);
  workspace.git('config', 'diff.evil.textconv', `touch ${trap}`);
  assert.equal(openTreeReader(workspace.dir, base).read('a.ts'), 'one\ntwo\n');
  assert.ok(!workspace.list().some((line) => line.startsWith('trapped ')));
});

test('names with newlines, tabs, quotes and leading dashes are what they are', () => {
  const names = ['-rf', 'a\tb', 'a\nb', 'q"uote', ' blank '];
  using workspace = repository(Object.fromEntries(names.map((name) => [name, name])));
  const reader = openTreeReader(workspace.dir, commit(workspace));
  assert.deepEqual(reader.paths, names.toSorted());
  for (const name of names) assert.equal(reader.read(name), name);
});

test('many files are read in several calls of git, and each text belongs to its path', () => {
  const files = Object.fromEntries(Array.from({ length: 1050 }, (_, at) => [`f/${at}.txt`, `${at % 7}-${at}`]));
  using workspace = repository(files);
  const reader = openTreeReader(workspace.dir, commit(workspace));
  assert.deepEqual(Object.fromEntries(reader.readAll(Object.keys(files))), files);
});

test('what a partial clone does not have is listed, and not fetched in order to be read', () => {
  using origin = repository({ 'a.ts': 'a', 'b.ts': 'b' });
  const base = commit(origin);
  origin.git('config', 'uploadpack.allowFilter', 'true');
  using clone = new Workspace();
  clone.git('clone', '-q', '--filter=blob:none', '--no-checkout', `file://${origin.dir}`, 'repo');
  clone.git('-C', 'repo', 'cat-file', '-p', `${base}:a.ts`);
  const reader = openTreeReader(clone.path('repo'), base);
  assert.deepEqual(reader.paths, ['a.ts', 'b.ts']);
  assert.deepEqual([reader.read('a.ts'), reader.read('b.ts')], ['a', null]);
});

test('a commit that is none, or not of this repository, is refused', () => {
  using workspace = repository({ a: '' });
  commit(workspace);
  using plain = new Workspace();
  for (const [folder, id] of [
    [workspace.dir, 'HEAD'],
    [workspace.dir, '--output=x'],
    [workspace.dir, 'f'.repeat(40)],
    [plain.dir, 'f'.repeat(40)],
  ] as const) {
    assert.throws(() => openTreeReader(folder, id), { code: 'COMMIT_UNKNOWN' });
  }
});
