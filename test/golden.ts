import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectDir } from './workspace.ts';

/** Whether golden files are written anew instead of compared: AGENTOS_TEST_UPDATE=1. */
export const isRenewing = process.env['AGENTOS_TEST_UPDATE'] === '1';

/** A text is that of a golden file below `test/`, byte for byte. */
export function assertGolden(path: string, text: string): void {
  const full = join(projectDir, 'test', path);
  if (isRenewing) {
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  assert.equal(text, readFileSync(full, 'utf8'), path);
}
