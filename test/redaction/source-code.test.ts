import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectDir } from '../workspace.ts';
import { drawCharacters, makeRegistry } from './secrets.ts';

const heads = ['sk-ant-api03-', 'sk-proj-', 'AIzaSy', 'gsk_', ''];
const named = Array.from({ length: 20 }, (_, at) => [
  `key-${at}`,
  `${heads[at % 5]}${drawCharacters(`key ${at}`, 40)}`,
]);
const { redactor } = makeRegistry(Object.fromEntries(named));
const mostBytes = 6_000_000;

test('in source code nothing is taken for one of twenty secrets', () => {
  const stream = redactor.openStream();
  let bytes = 0;
  for (const path of globSync('node_modules/{ai,zod,undici,entities,yaml,@ai-sdk}/**/*.{js,mjs,ts,json,md}', {
    cwd: projectDir,
  })) {
    const source = readFileSync(join(projectDir, path));
    const out = Buffer.concat([Buffer.from(stream.push(source)), stream.end()]);
    assert.ok(out.equals(source), path);
    bytes += source.length;
    if (bytes > mostBytes) break;
  }
  assert.ok(bytes > 1_000_000, 'there was enough of it');
});
