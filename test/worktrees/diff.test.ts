import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { diffCommits } from '../../src/worktrees/diff.ts';
import { never, Repository } from './house.ts';
import { refused } from './refused.ts';

const plenty = { maxPatchBytes: 1024 * 1024, signal: never };

test('every change is listed in two calls: new, gone, moved, binary, executable, a link, a submodule', async () => {
  using repository = new Repository({
    'a.txt': 'one\ntwo\n',
    'gone.txt': 'x\n',
    'old.txt': 'same\n',
    'run.sh': '',
    'link.txt': '',
  });
  const from = repository.git('rev-parse', 'HEAD');
  repository.workspace.write({ 'a.txt': 'one\n2\n3\n', 'sub/new ü.txt': 'x\n', 'x.bin': new Uint8Array([0, 1]) });
  repository.workspace.remove('gone.txt');
  repository.git('mv', 'old.txt', 'renamed.txt');
  chmodSync(repository.path('run.sh'), 0o755);
  rmSync(repository.path('link.txt'));
  symlinkSync('/etc/passwd', repository.path('link.txt'));
  repository.git('add', '--all');
  repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  repository.git('commit', '-qm', 'change');
  const to = repository.git('rev-parse', 'HEAD');
  const before = repository.house.git.calls;
  const state = await repository.inspect();
  const { files, patch, isPatchCut } = await diffCommits(repository.house, state, { from, to, ...plenty });
  assert.equal(repository.house.git.calls - before - 4, 2);
  const listed = files.map(({ path, change, kindBefore, kind, becameExecutable, isBinary, addedLines, removedLines }) =>
    [path, change, kindBefore, kind, becameExecutable && 'x', isBinary && 'bin', addedLines, removedLines].join(' '),
  );
  assert.deepEqual(listed, [
    'a.txt modified file file false false 2 1',
    'gone.txt deleted file  false false 0 1',
    'link.txt modified file link false false 1 0',
    'module added  submodule false false 1 0',
    'old.txt deleted file  false false 0 1',
    'renamed.txt added  file false false 1 0',
    'run.sh modified file file x false 0 0',
    'sub/new ü.txt added  file false false 1 0',
    'x.bin added  file false bin 0 0',
  ]);
  assert.match(patch, /^diff --git a\/a\.txt b\/a\.txt\n/);
  assert.match(patch, /new file mode 120000[\s\S]*\+\/etc\/passwd/);
  assert.equal(isPatchCut, false);
});

test('the patch is cut at a line, the list is whole; no difference is none', async () => {
  using repository = new Repository();
  const from = repository.git('rev-parse', 'HEAD');
  repository.workspace.write({ 'a.txt': 'x'.repeat(100).concat('\n').repeat(2000), 'z.txt': '1\n' });
  const to = repository.commit('large');
  const state = await repository.inspect();
  const { files, patch, isPatchCut } = await diffCommits(repository.house, state, {
    from,
    to,
    maxPatchBytes: 5000,
    signal: never,
  });
  assert.deepEqual([files.length, isPatchCut, patch.endsWith('x\n'), patch.length <= 5000], [2, true, true, true]);
  assert.deepEqual(await diffCommits(repository.house, state, { from, to: from, ...plenty }), {
    files: [],
    patch: '',
    isPatchCut: false,
  });
  await assert.rejects(
    diffCommits(repository.house, state, { from: 'HEAD', to, ...plenty }),
    refused('COMMIT_UNKNOWN'),
  );
  await assert.rejects(
    diffCommits(repository.house, state, { from: '1'.repeat(40), to, ...plenty }),
    refused('GIT_FAILED'),
  );
});

test('neither attributes of the files nor settings hide what changed, or run anything', async () => {
  using repository = new Repository();
  const from = repository.git('rev-parse', 'HEAD');
  const attributes = '* -diff\n*.txt binary diff=evil filter=evil\n';
  const modules = '[submodule "module"]\n\tpath = module\n\turl = /x\n\tignore = all\n';
  repository.workspace.write({ 'a.txt': 'shown\n', '.gitattributes': attributes, '.gitmodules': modules });
  repository.git('add', '--all');
  repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  repository.git('commit', '-qm', 'hide');
  const to = repository.git('rev-parse', 'HEAD');
  const state = await repository.inspect();
  const trap = `touch ${repository.outside('trapped')}`;
  for (const key of ['diff.evil.command', 'diff.evil.textconv', 'diff.external', 'filter.evil.clean', 'core.pager'])
    repository.git('config', key, trap);
  for (const [key, value] of [
    ['diff.noprefix', 'true'],
    ['color.ui', 'always'],
    ['diff.orderFile', '/dev/null'],
    ['diff.renames', 'copies'],
  ] as const)
    repository.git('config', key, value);
  const { files, patch } = await diffCommits(repository.house, state, { from, to, ...plenty });
  assert.deepEqual(
    files.map(({ path, isBinary }) => `${path} ${isBinary}`),
    ['.gitattributes false', '.gitmodules false', 'a.txt false', 'module false'],
  );
  assert.match(patch, /diff --git a\/a\.txt b\/a\.txt[\s\S]*\n\+shown\n/);
  assert.equal(existsSync(repository.outside('trapped')), false);
});

test('replaced and grafted history shows us nothing else than what is there', async () => {
  using repository = new Repository();
  const from = repository.git('rev-parse', 'HEAD');
  repository.workspace.write({ 'a.txt': 'changed\n' });
  const to = repository.commit('change');
  repository.git('replace', to, from);
  const { files } = await diffCommits(repository.house, await repository.inspect(), { from, to, ...plenty });
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a.txt'],
  );
});
