import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingKeys, settings } from '../../src/config/settings.ts';
import { projectDir } from '../workspace.ts';

/** The words in code of each cell, row by row. */
function readTable(): string[][][] {
  const text = readFileSync(join(projectDir, 'docs/formats.md'), 'utf8');
  const [, table = ''] = /\| key \| flag \| variable \| default \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(text) ?? [];
  const rows = table.trim().split('\n');
  return rows.map((row) =>
    row.split('|').map((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = '']) => word)),
  );
}

test('docs/formats.md names each setting with its flag and its variable', () => {
  const told = readTable().flatMap(([, keys = [], flags = [], variables = []]) =>
    keys.map((key, at) => [key, flags[at] ?? null, variables[at]]),
  );
  const known = settingKeys.map((key) => {
    const { flag, variable } = settings[key];
    return [key, flag === null ? null : `--${flag}`, variable];
  });
  assert.deepEqual(told.sort(), known.sort());
});
