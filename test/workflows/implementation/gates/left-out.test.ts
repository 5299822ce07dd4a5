import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RanTest } from '../../../../src/frameworks/test-run.ts';
import { findLeftOut, listPassed } from '../../../../src/workflows/implementation/gates/left-out.ts';
import { makeRun, ran } from './runs.ts';

const [one, two, other] = [ran('one'), ran('two'), ran('other', 'passed', 'test/b.test.ts')];
const before = [...listPassed(makeRun([one, two, other, ran('old', 'error'), ran('later', 'skipped')]))];
const judge = (now: readonly RanTest[], deleted: readonly string[] = []) => {
  const { failed = [], warned = [] } = findLeftOut(makeRun(now), before, deleted);
  return [...failed.map((finding) => `failed ${finding}`), ...warned.map((finding) => `warned ${finding}`)];
};

test('what passed before and is run is nothing to tell of, whatever else is new, failed before, or fails now', () => {
  assert.deepEqual(judge([one, ran('two', 'error'), other, ran('new')]), []);
});

test('a test that is skipped now, or left for later, fails', () => {
  assert.deepEqual(judge([one, ran('two', 'skipped'), ran('other', 'todo', 'test/b.test.ts')]), [
    'failed two: it passed before the change, and is skipped now',
    'failed other: it passed before the change, and is todo now',
  ]);
});

test('a file of which nothing is run any more fails, unless the design deletes it, or its tests moved', () => {
  const gone = 'failed test/b.test.ts: of its tests 1 passed before, and none is run now';
  assert.deepEqual(judge([one, two]), [gone]);
  assert.deepEqual(judge([one, two, ran('else', 'skipped', 'test/b.test.ts')]), [gone]);
  assert.deepEqual(judge([one, two], ['test/b.test.ts']), []);
  assert.deepEqual(judge([one, two, ran('other', 'passed', 'test/c.test.ts')]), []);
});

test('a single test that is gone may bear another name: it is told', () => {
  assert.deepEqual(judge([one, other, ran('two of 2026-11-17')]), ['warned two: it passed before, and is not run now']);
});

test('a package of Go is gone with its last file', () => {
  const passed = ['rank::TestRank', '.::TestTop'];
  const { failed, warned } = findLeftOut(makeRun([one]), passed, ['rank/rank_test.go']);
  assert.deepEqual([failed, warned], [['.: of its tests 1 passed before, and none is run now'], []]);
});
