import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEntry } from '../src/entry.mjs';
import { parseSheet } from '../src/sheet.mjs';

test('an entry has a day, its minutes and a project', () => {
  assert.deepEqual(parseEntry('2026-03-02 09:00-10:30 website'), { day: '2026-03-02', minutes: 90, project: 'website' });
});

test('a project may have more than one word', () => {
  assert.equal(parseEntry('2026-03-02 13:00-13:45 office move').project, 'office move');
});

test('empty lines and remarks are no entries', () => {
  assert.equal(parseSheet('# March\n\n2026-03-02 09:00-10:30 website\n').length, 1);
});
