import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyUnloaded } from '../../src/frameworks/reports/classify.ts';
import { ReportPlace } from '../../src/frameworks/reports/report-place.ts';

const place = new ReportPlace('/a', '', null);

for (const [said, name] of [
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/a/b.mjs' imported from /a/t.mjs", '/a/b.mjs'],
  ["Error: Cannot find module '/it's/b.mjs' imported from '/it's/t.mjs'\n    at x", "/it's/b.mjs"],
  ["Error: Cannot find module '/Bens' code/b'\nRequire stack:\n- /Bens' code/t.js", "/Bens' code/b"],
  ["Cannot find module '../src/rank' from 'test/it's.test.js'", '../src/rank'],
  ["Cannot find package 'left-pad' imported from /a/t.mjs", 'left-pad'],
  ["a.ts(1,1): TS2307: Cannot find module './b' or its corresponding type declarations.", './b'],
  ['Cannot find module "./b"', './b'],
] as const) {
  test(`missing is ${name}: ${JSON.stringify(said)}`, () => {
    assert.deepEqual(classifyUnloaded(said, place).missing, { what: 'module', name });
  });
}

for (const [said, name] of [
  ["TS2551: Property 'adds' does not exist on type 'Shelf'. Did you mean 'add'?", 'adds'],
  ["TS2353: Object literal may only specify known properties, and 'limit' does not exist in type 'Options'.", 'limit'],
  ["TS2561: Object literal may only specify known properties, but 'limt' does not exist in type 'Options'.", 'limt'],
  ['TS2554: Expected 0 arguments, but got 1.', null],
  ['TS2554: Expected 1-2 arguments, but got 3.', null],
] as const) {
  test(`what types lack is missing like any other: ${said}`, () => {
    const { kind, missing } = classifyUnloaded(`test/a.test.ts:1:2 - error ${said}`, place);
    assert.deepEqual([kind, missing], ['missing', name === null ? null : { what: 'symbol', name }]);
  });
}
