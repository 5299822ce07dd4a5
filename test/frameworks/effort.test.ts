import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsingEffort } from '../../src/frameworks/source/effort.ts';

const bomb = `x = ${'<T>('.repeat(60)}1${')'.repeat(60)};\n`;

test('nothing that stands before it hides what a parser would read again and again', () => {
  const effort = parsingEffort(bomb);
  assert.ok(effort > 1e9, `${effort}`);
  for (const head of [
    'function f($) { return $ }\n',
    `if (a) { // $\{\n}\n`,
    `const a = \`$\{b}\`;\n`,
    `const a = \`$\{{ b: \`$\{c}\` }.b} $\`;\n`,
    'const a = /[$`]/;\n',
    "const a = '${';\n",
  ]) {
    assert.equal(parsingEffort(head + bomb), effort, head);
  }
});

test('what stands in literals and comments is read once', () => {
  for (const text of [`// ${bomb}`, `/* ${bomb} */`, `'${bomb.trim()}'`, `\`${bomb}\``]) {
    assert.equal(parsingEffort(text), 0, text);
  }
});

test('angles count within each other alone: each statement begins anew', () => {
  assert.equal(parsingEffort('x = f<T>(1);\n'.repeat(1000)), 0);
  assert.ok(parsingEffort(`x = ${'`${f<T>('.repeat(8)}1${')}`'.repeat(8)};`) > 0);
});
