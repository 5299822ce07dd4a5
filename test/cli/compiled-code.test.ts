import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectDir } from '../workspace.ts';

const dist = join(projectDir, 'dist');
const loader = join(projectDir, 'bin/compiled-code.cjs');

/** Whether V8 takes the code, in a process with these flags. */
function isTaken(bundle: string, part: string, flags: readonly string[]): boolean {
  const script = `
    const { compile } = require(${JSON.stringify(loader)});
    const file = ${JSON.stringify(join(dist, bundle))};
    const code = require('node:fs').readFileSync(file + '.${part}.code');
    process.stdout.write(String(compile(file, code).cachedDataRejected));`;
  return execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' }) === 'false';
}

for (const [bundle, part, flags] of [
  ['main.cjs', 'batch', []],
  ['work.cjs', 'requirements', ['--max-old-space-size=512']],
  ['work.cjs', 'implementation', ['--max-old-space-size=2048']],
] as const) {
  test(`the code that the build compiled for ${bundle} (${part}) is taken by a process with the flags [${flags}]`, () => {
    assert.ok(isTaken(bundle, part, flags));
  });
}

test('code that was made for other flags is refused by V8, not run', () => {
  assert.ok(!isTaken('work.cjs', 'requirements', ['--no-opt']));
});

test('bundles are ASCII, as they are read, and their code is that of a play and not of a start alone', () => {
  for (const [name, part] of [
    ['main.cjs', 'batch'],
    ['work.cjs', 'requirements'],
    ['work.cjs', 'implementation'],
  ]) {
    assert.ok(readFileSync(join(dist, `${name}`)).every((byte) => byte < 128));
    assert.ok(statSync(join(dist, `${name}.${part}.code`)).size > 1_000_000);
  }
});
