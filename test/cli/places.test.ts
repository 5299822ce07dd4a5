import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlaces } from '../../src/cli/places.ts';
import { renderCommand } from '../../src/report/command-line.ts';

test('a line that retries a batch says no where its flags did, and an empty command', () => {
  const flags = {
    parallel: '',
    comment: false,
    strict: true,
    'test-command': '',
    label: ['a', 'b c'],
    repo: '../mine',
  };
  assert.equal(
    renderCommand(listPlaces(flags)),
    "--repo ../mine --parallel --label 'a,b c' --comment=no --test-command '' --strict",
  );
});
