import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redraw } from '../../src/report/redraw.ts';

test('a line is made anew at news, and once a second without any', () => {
  const redraw = new Redraw();
  assert.equal(redraw.isDue(0, 5_000), true, 'the first time');
  assert.equal(redraw.isDue(0, 5_150), false, 'nothing has changed');
  assert.equal(redraw.isDue(5_200, 5_300), true, 'there is news');
  assert.equal(redraw.isDue(5_200, 5_999), false, 'none since');
  assert.equal(redraw.isDue(5_200, 6_000), true, 'another second');
  assert.equal(redraw.isDue(5_200, 4_000), true, 'a clock that was set back');
});
