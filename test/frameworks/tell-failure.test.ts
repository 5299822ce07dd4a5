import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellFailure } from '../../src/frameworks/text.ts';

test('a failure is told with its values, on one line, without the calls that led there', () => {
  const node = `AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n0 !== 2\n\n    at TestContext.<anonymous> (file:///x/a.test.mjs:5:1)\n    at Test.run (node:internal)`;
  assert.equal(tellFailure(node), 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 0 !== 2');
  const pytest = `def test_010():\n>       assert value() == 2\nE       assert 0 == 2\nE        +  where 0 = value()\n\ntests/test_a.py:5: AssertionError`;
  assert.equal(tellFailure(pytest), 'assert value() == 2 assert 0 == 2 +  where 0 = value()');
  const cargo = 'assertion `left == right` failed\n  left: 0\n right: 2';
  assert.equal(tellFailure(cargo), 'assertion `left == right` failed left: 0 right: 2');
  assert.equal(tellFailure('Error: no'), 'Error: no');
  assert.equal(tellFailure(''), '');
  assert.ok(tellFailure('x '.repeat(5000)).length <= 400);
});
