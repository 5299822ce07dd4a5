import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTestPath, isTestSupport } from '../../src/frameworks/detect/test-paths.ts';

test('what tests compare with serves them, and is no test itself', () => {
  for (const path of ['src/__snapshots__/a.test.ts.snap', 'pkg/testdata/a.golden', 'test/helper.ts', 'conftest.py']) {
    assert.equal(isTestSupport(path, 'vitest'), true, path);
    assert.equal(isTestPath(path, 'vitest'), false, path);
  }
  assert.equal(isTestSupport('src/snapshots/a.ts', 'vitest'), false);
});

test('of a command that nobody here knows, such as mocha, a file is a test by its place in any language', () => {
  for (const path of ['test/cart.js', 'tests/a/cart.mts', 'spec/cart.js', 'packages/a/test/cart.jsx', 't/cart.pl'])
    assert.equal(isTestPath(path, 'command'), true, path);
  for (const path of ['src/cart.js', 'testing/cart.js', 'test/cart.json', 'contest/cart.js'])
    assert.equal(isTestPath(path, 'command'), false, path);
});
