import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  renderDuration,
  renderDurationRange,
  renderNumber,
  renderSpent,
  renderTime,
  renderUsd,
  renderUsdRange,
  shorten,
} from '../../src/report/figures.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

test('a duration is read at a glance', () => {
  const cases: [number, string][] = [
    [0, '0 s'],
    [420, '0.4 s'],
    [9949, '9.9 s'],
    [9950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min'],
    [252 * second, '4 min 12 s'],
    [hour - 600, '59 min 59 s'],
    [hour - 400, '1 h'],
    [3 * hour + 5 * minute, '3 h 5 min'],
    [24 * hour - 1, '1 d'],
    [52 * hour, '2 d 4 h'],
  ];
  for (const [ms, text] of cases) assert.equal(renderDuration(ms), text);
});

test('no duration is negative or not a number, and none says 60', () => {
  for (const ms of [-1, -hour, Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(renderDuration(ms), '0 s');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 * hour }), (ms) => assert.doesNotMatch(renderDuration(ms), /\b60|-|NaN/)),
    { numRuns: 2000, seed: 4 },
  );
});

test('a range has one unit, and is one number if both ends are', () => {
  const range = (low: number, high: number) => renderDurationRange({ lowMs: low, highMs: high });
  assert.equal(range(4 * minute, 6 * minute), '4–6 min');
  assert.equal(range(0, 90 * second), '1–90 s');
  assert.equal(range(4 * minute, 4 * minute + 1), '4 min');
  assert.equal(range(20 * minute, 3 * hour), '1–3 h');
  assert.equal(range(9 * minute, 5 * minute), '5 min');
});

test('a time that no calendar has is said so', () => {
  assert.equal(renderTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678)), '2026-01-02T03:04:05Z');
  for (const at of [Number.NaN, 1e20, Number.NEGATIVE_INFINITY]) assert.equal(renderTime(at), 'an unknown time');
});

test('a cost that was not measured is never nothing', () => {
  assert.deepEqual([null, 0, 0.0042, 0.5, 12.346].map(renderUsd), [
    'cost unmeasured',
    '$0',
    '$0.0042',
    '$0.50',
    '$12.35',
  ]);
});

test('a sum that was measured in part is at least that part', () => {
  assert.deepEqual(
    [renderSpent(0.3, 0.3), renderSpent(null, 0.3), renderSpent(null, 0), renderSpent(0, 0)],
    ['$0.30', 'at least $0.30', 'cost unmeasured', '$0'],
  );
});

test('a range of money has one sign, and is a sum where its ends look alike', () => {
  assert.deepEqual(
    [renderUsdRange(0.08, 0.312), renderUsdRange(0.004, 1), renderUsdRange(0.101, 0.104), renderUsdRange(0, 0)],
    ['$0.08–0.31', '$0.0040–1.00', '$0.10', '$0'],
  );
});

test('thousands are told apart', () => {
  assert.deepEqual([0, 999, 1000, 123_456, 1_234_567].map(renderNumber), ['0', '999', '1,000', '123,456', '1,234,567']);
});

test('text of others is cut, and never in the middle of a character', () => {
  assert.equal(shorten('short'), 'short');
  assert.equal(
    shorten(`set-up failed: ${'x'.repeat(400)}: no such file`),
    `set-up failed: ${'x'.repeat(185)}…${'x'.repeat(186)}: no such file`,
  );
  assert.equal(shorten(`${'x'.repeat(199)}👍${'x'.repeat(300)}`), `${'x'.repeat(199)}\ufffd…${'x'.repeat(200)}`);
});
