import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClosest } from '../../src/model/closest.ts';

const settings = ['parallel', 'maxParallel', 'maxWaitSeconds', 'drafter', 'gate'];

test('a mistyped word finds the one that was meant', () => {
  assert.equal(findClosest('paralel', settings), 'parallel');
  assert.equal(findClosest('drafer', settings), 'drafter');
  assert.equal(findClosest('maxWait', settings), 'maxWaitSeconds');
  assert.equal(findClosest('GATE', settings), 'gate');
  assert.equal(findClosest('1', ['2', '137']), '137');
});

test('a word that is near nothing finds nothing', () => {
  assert.equal(findClosest('colour', settings), null);
  assert.equal(findClosest('x', []), null);
  assert.equal(findClosest('9', ['1', '2']), null);
  assert.equal(findClosest('55', ['2', '77']), null);
});
