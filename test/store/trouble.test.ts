import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { explainBatchWriting, explainStateWriting, explainWriting } from '../../src/store/trouble.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';

function fail(code: string, more: object = {}): () => never {
  return () => {
    throw Object.assign(new Error(`${code}: no`), { code, ...more });
  };
}

test('what the system refuses says what and why; a failing disk is told apart', () => {
  assert.throws(() => explainWriting('a.md', fail('EACCES')), {
    code: 'FILE_UNWRITABLE',
    message: /^a\.md cannot be written: EACCES/,
  });
  for (const code of ['ENOSPC', 'EIO', 'EDQUOT', 'EFBIG']) {
    assert.throws(() => explainWriting('a.md', fail(code)), { code: 'STORAGE_FAILED' });
    assert.throws(() => explainBatchWriting('a.md', fail(code)), { code: 'STORAGE_FAILED' });
  }
  assert.throws(() => explainWriting('a.md', () => JSON.parse('{')), SyntaxError, 'a defect stays a defect');
});

test('a disk that is read-only is a wrong place at the start, and has failed below a batch', () => {
  assert.throws(() => explainWriting('a.md', fail('EROFS')), { code: 'FILE_UNWRITABLE' });
  assert.throws(() => explainBatchWriting('a.md', fail('EROFS')), { code: 'STORAGE_FAILED' });
});

test('a place that nobody may write to is a wrong one for a result, and for state below a batch a disk that failed', () => {
  for (const code of ['EACCES', 'EPERM']) {
    assert.throws(() => explainBatchWriting('a.md', fail(code)), { code: 'FILE_UNWRITABLE' });
    assert.throws(() => explainStateWriting('a.db', fail(code)), { code: 'STORAGE_FAILED' });
  }
});

test('a quota that is used up has no name in Node and is known by its number', () => {
  const errno = -constants.errno.EDQUOT;
  assert.throws(() => explainWriting('a.md', fail(`Unknown system error ${errno}`, { errno })), {
    code: 'STORAGE_FAILED',
    message: /^a\.md cannot be written: EDQUOT: the disk quota is used up/,
  });
});

/** Mounts a file system with three inodes where anybody may: in a name space of its own, as root there. */
const fewInodes = `
  mount -t tmpfs -o nr_inodes=3 tmpfs "$1"
  exec "$2" --input-type=module -e "
    import { prepareResult } from '${join(projectDir, 'src/store/results.ts')}';
    const trouble = (path) => { try { prepareResult(process.argv[1], path, 'text'); return 'written'; } catch (error) { return error.code + ' ' + error.message; } };
    console.log(JSON.stringify(['a', 'b', 'c', 'd/e'].map(trouble)));
  " "$1"
`;

testWith('unshare && unshare -Urm true', 'a disk that is full of files says so', () => {
  using workspace = new Workspace();
  const args = ['-Urm', 'sh', '-c', fewInodes, 'sh', workspace.dir, process.execPath];
  const { stdout } = spawnSync('unshare', args, { encoding: 'utf8' });
  const [first, , third, fourth] = JSON.parse(stdout);
  assert.equal(first, 'written');
  for (const line of [third, fourth]) assert.match(line, /^STORAGE_FAILED .*ENOSPC.*\(no inodes left\)$/);
});
