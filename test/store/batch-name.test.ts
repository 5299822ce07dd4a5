import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameBatch } from '../../src/store/batch-name.ts';

const noon = Date.UTC(2026, 10, 17, 12);

test('a batch is named by its time', () => {
  assert.match(nameBatch(noon, undefined), /^20261117T120000000Z-[0-9a-f]{6}$/);
  assert.match(nameBatch(noon, '20261117T110000000Z-ffffff'), /^20261117T120000000Z-/);
  assert.match(nameBatch(noon, 'somebody-put-this-here'), /^20261117T120000000Z-/);
});

test('and behind the last one, also by a clock that was set back', () => {
  assert.match(nameBatch(noon, '20261117T195959999Z-ffffff'), /^20261117T200000000Z-/);
  assert.match(nameBatch(noon, '20261117T120000000Z-ffffff'), /^20261117T120000001Z-/);
});
