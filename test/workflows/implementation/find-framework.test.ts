import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refitSetUp } from '../../../src/workflows/implementation/find-framework.ts';
import { makeFramework } from '../../frameworks/make-framework.ts';
import { memoryReader } from '../../survey/memory-reader.ts';
import { Bench } from './bench.ts';

test('packages of Go that set-up vendored are vendored again when the work asks for others', () => {
  using bench = new Bench({ 'write-tests': [], implement: [] });
  const files = { 'go.mod': 'module m\n', 'go.sum': '', 'vendor/modules.txt': '' };
  const before = makeFramework('go', { setUp: [['go', 'mod', 'vendor']] });
  const setUp = refitSetUp(bench.order, { announced: [] }, before, memoryReader(files)).setUp;
  assert.deepEqual(setUp, before.setUp);
});
