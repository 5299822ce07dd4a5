import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { renderMessage } from '../../src/worktrees/commit-message.ts';
import { listChanged } from '../../src/worktrees/list-changed.ts';
import { refuseContent } from '../../src/worktrees/refuse-content.ts';
import { squashOnto } from '../../src/worktrees/squash.ts';
import { asNobody } from '../as-nobody.ts';
import { by, commitOrder, never, Repository } from './house.ts';
import { parseTrailers } from './parse-trailers.ts';
import { refused } from './refused.ts';

test('everything that changed is committed in three calls, and nothing changed is no commit', async () => {
  using repository = new Repository({
    'a.txt': 'one\n',
    'gone.txt': '',
    'dir/x.txt': '',
    '.gitignore': '*.log\n/.agentos/\n',
  });
  const { tree } = await repository.open();
  assert.equal(await commitAll(repository.house, tree, commitOrder()), null);
  for (const [path, text] of Object.entries({
    'a.txt': 'two\n',
    'new/ü "x".txt': '',
    'line\nbreak': '',
    'ignored.log': '',
  })) {
    mkdirSync(join(tree.path, path, '..'), { recursive: true });
    writeFileSync(join(tree.path, path), text);
  }
  rmSync(join(tree.path, 'gone.txt'));
  chmodSync(join(tree.path, 'dir/x.txt'), 0o755);
  const before = repository.house.git.calls;
  const trailers = [{ key: 'Task-Step', value: 'implement\nEvil: 1' }];
  const commit = await commitAll(
    repository.house,
    tree,
    commitOrder({ message: 'Do it\n\n# not a comment', trailers }),
  );
  assert.equal(repository.house.git.calls - before, 3);
  assert.equal(commit, repository.git('rev-parse', 'agentos/137'));
  const shown = repository.git('log', '-1', '--format=%an <%ae> %at %cn|%B', 'agentos/137');
  assert.equal(
    shown,
    'Test <test@example.org> 1700000000 Test|Do it\n\n# not a comment\n\nTask-Step: implement Evil: 1',
  );
  assert.deepEqual(
    repository.git('diff-tree', '-r', '-z', '--name-status', tree.base, 'agentos/137').split('\0').slice(0, -1),
    [...['M', 'a.txt', 'M', 'dir/x.txt', 'D', 'gone.txt', 'A', 'line\nbreak', 'A', 'new/ü "x".txt']],
  );
  assert.equal(repository.gitIn(tree.path, 'status', '--porcelain'), '');
});

test('folders that become links or files, and files that become folders, are committed as they are', async () => {
  using repository = new Repository({ 'docs/a.md': '', 'docs/deep/b.md': '', 'lib/c.ts': '', 'file.txt': '' });
  const { tree } = await repository.open();
  for (const path of ['docs', 'lib', 'file.txt']) rmSync(join(tree.path, path), { recursive: true });
  symlinkSync('/etc', join(tree.path, 'docs'));
  writeFileSync(join(tree.path, 'lib'), '');
  mkdirSync(join(tree.path, 'file.txt'));
  writeFileSync(join(tree.path, 'file.txt/inside'), '');
  await commitAll(repository.house, tree, commitOrder());
  assert.equal(repository.git('ls-tree', '-r', '--name-only', 'agentos/137'), '.gitignore\ndocs\nfile.txt/inside\nlib');
  assert.equal(repository.gitIn(tree.path, 'status', '--porcelain'), '');
});

test('what prepare left is left out, as far as it is not tracked', async () => {
  using repository = new Repository({ 'vendor/tracked.txt': '' });
  const { tree } = await repository.open();
  for (const path of ['vendor/tracked.txt', 'vendor/other.txt', 'vendored.txt', 'cache'])
    writeFileSync(join(tree.path, path), 'x');
  await commitAll(repository.house, tree, commitOrder({ leaveOut: ['vendor/', 'cache'] }));
  assert.equal(
    repository.git('diff-tree', '-r', '--name-only', tree.base, 'agentos/137'),
    'vendor/tracked.txt\nvendored.txt',
  );
  assert.deepEqual((await listChanged(repository.house, tree, never)).paths, ['cache', 'vendor/other.txt']);
});

test('hooks, signing, monitors, templates and editors of the user do not run', async () => {
  using repository = new Repository();
  const trap = repository.outside('trapped');
  for (const hook of [
    'pre-commit',
    'commit-msg',
    'prepare-commit-msg',
    'post-commit',
    'post-checkout',
    'reference-transaction',
    'post-index-change',
    'pre-auto-gc',
  ]) {
    writeFileSync(repository.path('.git/hooks', hook), `#!/bin/sh\ntouch ${trap}\nexit 1\n`);
    chmodSync(repository.path('.git/hooks', hook), 0o755);
  }
  const program = repository.outside('program');
  writeFileSync(program, `#!/bin/sh\ntouch ${trap}\nexit 1\n`);
  chmodSync(program, 0o755);
  const settings = {
    'commit.gpgSign': 'true',
    'gpg.program': program,
    'core.fsmonitor': program,
    'core.editor': program,
    'core.pager': program,
    'diff.external': program,
    'core.sshCommand': program,
    'credential.helper': `!${program}`,
    'commit.template': program,
    'commit.verbose': 'true',
    'gc.auto': '1',
    'status.showStash': 'true',
    'alias.commit': `!${program}`,
    'user.useConfigOnly': 'true',
  };
  for (const [key, value] of Object.entries(settings)) repository.git('config', key, value);
  const { tree } = await repository.open();
  writeFileSync(join(tree.path, 'a.txt'), 'two\n');
  const commit = await commitAll(repository.house, tree, { ...commitOrder(), isThorough: true });
  assert.ok(commit);
  await squashOnto(repository.house, tree, { commit, message: 'All', trailers: [], by, signal: never });
  assert.equal(existsSync(trap), false);
  assert.equal(
    repository
      .git('-c', 'core.pager=cat', '-c', 'core.fsmonitor=false', 'cat-file', '-p', 'agentos/137')
      .includes('gpgsig'),
    false,
  );
});

test('what would swell the repository, or be lost in it, is refused and stays where it is', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const nested = join(tree.path, 'nested');
  const rejection = async (says: RegExp) => {
    await assert.rejects(commitAll(repository.house, tree, commitOrder()), refused('CONTENT_REFUSED', says));
    assert.equal(repository.git('rev-parse', 'agentos/137'), tree.base);
  };
  mkdirSync(nested);
  repository.gitIn(nested, 'init', '-q');
  writeFileSync(join(nested, 'x'), '');
  await rejection(/"nested\/" is a git repository of its own/);
  repository.gitIn(nested, 'add', '.');
  repository.gitIn(nested, 'commit', '-qm', 'x');
  await rejection(/"nested\/" is a git repository of its own/);
  repository.gitIn(tree.path, '-c', 'advice.addEmbeddedRepo=false', 'add', 'nested');
  await rejection(/"nested" is a git repository of its own/);
  repository.gitIn(tree.path, 'rm', '-qf', '--cached', 'nested');
  rmSync(nested, { recursive: true });
  writeFileSync(join(tree.path, 'huge'), '');
  truncateSync(join(tree.path, 'huge'), 2 * 1024 ** 3);
  await rejection(/"huge" has 2048 MB; 50 MB are allowed/);
  rmSync(join(tree.path, 'huge'));
  writeFileSync(Buffer.concat([Buffer.from(`${tree.path}/`), Buffer.from([0x66, 0xfc])]), '');
  await rejection(/not UTF-8/);
});

test('a file whose mode forbids to read it is refused by its name', () => {
  using repository = new Repository({ 'open.txt': '', 'closed.txt': '' });
  chmodSync(repository.path('closed.txt'), 0);
  asNobody(repository.dir, () => {
    assert.throws(
      () => refuseContent(repository.dir, ['open.txt', 'closed.txt']),
      refused('CONTENT_REFUSED', /"closed\.txt" cannot be read/),
    );
  });
});

test('files that the index claims not to have changed are found by the thorough commit', async () => {
  using repository = new Repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  const { tree } = await repository.open();
  repository.gitIn(tree.path, 'update-index', '--assume-unchanged', 'a.txt');
  repository.gitIn(tree.path, 'update-index', '--skip-worktree', 'b.txt');
  for (const path of ['a.txt', 'b.txt']) writeFileSync(join(tree.path, path), 'hidden\n');
  assert.equal(await commitAll(repository.house, tree, commitOrder()), null);
  assert.notEqual(await commitAll(repository.house, tree, { ...commitOrder(), isThorough: true }), null);
  assert.equal(repository.git('show', 'agentos/137:a.txt', 'agentos/137:b.txt'), 'hidden\nhidden');
});

test('locks that a killed git left, and merges that an agent gave up, do not stand in the way', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const other = repository.git('commit-tree', '-m', 'other', 'HEAD^{tree}');
  writeFileSync(join(tree.adminDir, 'MERGE_HEAD'), `${other}\n`);
  writeFileSync(join(tree.adminDir, 'MERGE_MSG'), 'not this');
  for (const path of [join(tree.adminDir, 'index.lock'), repository.path('.git/refs/heads/agentos/137.lock')])
    writeFileSync(path, '');
  writeFileSync(join(tree.path, 'a.txt'), 'two\n');
  await commitAll(repository.house, tree, commitOrder());
  assert.equal(repository.git('log', '-1', '--format=%P %s', 'agentos/137'), `${tree.base} Work`);
});

test('commits of the agent itself are kept, and all become one commit on the base', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(join(tree.path, 'agent.txt'), 'by the agent\n');
  repository.gitIn(tree.path, 'add', '.');
  repository.gitIn(tree.path, 'commit', '-qm', 'mine\n\nTask-Id: 137');
  writeFileSync(join(tree.path, 'a.txt'), 'two\n');
  const commit = await commitAll(repository.house, tree, commitOrder());
  assert.ok(commit);
  const order = { commit, message: 'Feature', trailers: [{ key: 'Task-Id', value: '137' }], by, signal: never };
  const before = repository.house.git.calls;
  const squashed = await squashOnto(repository.house, tree, order);
  assert.equal(repository.house.git.calls - before, 2);
  assert.equal(repository.git('log', '--format=%H %s', `${tree.base}..agentos/137`), `${squashed.commit} Feature`);
  assert.equal(repository.git('rev-parse', 'refs/agentos/137/checkpoints'), commit);
  assert.equal(repository.gitIn(tree.path, 'status', '--porcelain'), '');
  assert.equal(repository.git('log', '-1', '--format=%T %P', 'agentos/137'), `${squashed.tree} ${tree.base}`);
  assert.deepEqual(parseTrailers(repository.git('log', '-1', '--format=%B', 'agentos/137')), order.trailers);
  assert.deepEqual(await squashOnto(repository.house, tree, order), squashed, 'done again from where it began');
  const again = { ...order, commit: squashed.commit };
  assert.deepEqual(await squashOnto(repository.house, tree, again), squashed, 'done again from where it ended');
  assert.equal(repository.git('rev-list', '--count', `${tree.base}..agentos/137`), '1');
  assert.equal(readFileSync(join(tree.path, 'a.txt'), 'utf8'), 'two\n');
});

test('a branch that changes nothing, or was moved by somebody else, does not become a commit', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const order = { message: 'Feature', trailers: [], by, signal: never };
  await assert.rejects(squashOnto(repository.house, tree, { ...order, commit: tree.base }), refused('DIFF_EMPTY'));
  writeFileSync(join(tree.path, 'a.txt'), 'two\n');
  const commit = await commitAll(repository.house, tree, commitOrder());
  assert.ok(commit);
  repository.gitIn(tree.path, 'commit', '-q', '--allow-empty', '-m', 'later');
  await assert.rejects(squashOnto(repository.house, tree, { ...order, commit }), refused('BRANCH_MOVED'));
});

test('trailers are found again, whatever message and values are', () => {
  const key = fc.stringMatching(/^[A-Z][a-z]{0,5}(-[A-Z][a-z]{0,5})?$/);
  const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('a\nEvil: 1\r\n\0'));
  const message = fc.oneof(fc.string(), fc.constantFrom('S\n\nKey: value', 'S\r\n\r\nnul \0 \x1b[31m', '\n\nS\n\n'));
  fc.assert(
    fc.property(message, fc.array(fc.record({ key, value }), { minLength: 1 }), (words, trailers) => {
      const rendered = renderMessage(`Subject ${words}`, trailers);
      assert.doesNotMatch(rendered, /[\0\x1b\r]/);
      assert.deepEqual(
        parseTrailers(rendered).map((trailer) => trailer.key),
        trailers.map((trailer) => trailer.key),
      );
    }),
  );
  assert.throws(() => renderMessage(' \n ', []), refused('MESSAGE_EMPTY'));
  assert.throws(() => renderMessage('S', [{ key: 'a: b', value: '' }]), refused('MESSAGE_EMPTY'));
});

for (const flags of [[], ['--object-format=sha256']])
  test(`what attributes would make of files as they were committed is no change of a task ${flags}`, async () => {
    const windows = { 'src/a b.txt': 'one\r\ntwo\r\n', 'run.bat': 'echo\r\n', 'large.bin': 'no pointer' };
    using repository = new Repository({ ...windows, 'c.txt': 'three\r\n' }, ...flags);
    const attributes = '*.txt text eol=crlf\n*.bat text eol=lf\n*.bin filter=large\n';
    repository.workspace.write({ '.gitattributes': attributes });
    repository.git('config', 'filter.large.clean', 'echo pointer');
    repository.git('add', '.gitattributes');
    repository.git('commit', '-qm', 'Attributes');
    const { tree } = await repository.open();
    assert.equal(await commitAll(repository.house, tree, { ...commitOrder(), isThorough: true }), null);
    writeFileSync(join(tree.path, 'c.txt'), 'four\r\n');
    chmodSync(join(tree.path, 'run.bat'), 0o755);
    assert.ok(await commitAll(repository.house, tree, { ...commitOrder(), isThorough: true }));
    assert.equal(repository.git('diff', '--name-only', 'main', 'agentos/137'), 'c.txt\nrun.bat');
  });
