import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findLine, scanKeys } from '../../src/config/key-lines.ts';

/** Every path to a key of plain data, in the order in which JSON writes them. */
function listPaths(value: unknown, outer: string[] = []): string[][] {
  if (Array.isArray(value)) return value.flatMap((item) => listPaths(item, outer));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...outer, key], ...listPaths(inner, [...outer, key])]);
}

test('of any JSON every key is found with the keys that lead to it, on the line where it stands', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const lines = text.split('\n');
      const places = scanKeys(text);
      assert.deepEqual(
        places.map(({ path }) => path),
        listPaths(JSON.parse(text)),
      );
      for (const { path, line } of places) assert.ok(lines[line - 1]?.includes(JSON.stringify(path.at(-1))));
    }),
    { numRuns: 500, seed: 3 },
  );
});

test('of a module the objects that are written out are found, and comments and texts are not', () => {
  const text = `
const url: string = 'http://x // no comment: { a: 1 }';
/* drafter: "no" */
export default {
  // parallel: 9
  drafter: 'a', "parallel": 2,
  credentials: {
    main: { secret: 'env:A' }, 'two': {
      secret: \`env:B\`,
    } },
  roleWeights: { drafter: 2 },
};`;
  const places = scanKeys(text);
  const lineOf = (...path: string[]) => findLine(places, path);
  assert.deepEqual([lineOf('drafter'), lineOf('parallel'), lineOf('roleWeights', 'drafter')], [6, 6, 11]);
  assert.deepEqual([lineOf('credentials', 'main', 'secret'), lineOf('credentials', 'two', 'secret')], [8, 9]);
});

test('a key that is not there is shown by what it would lie in, or by the first line', () => {
  const places = scanKeys('{\n"a": {\n"b": 1 } }');
  assert.deepEqual([findLine(places, ['a', 'c']), findLine(places, ['x']), findLine(places, ['x', 'b'])], [2, 1, 1]);
});

test('of a key that is given twice the last counts', () => {
  assert.equal(findLine(scanKeys('{\n"a": 1,\n"b": {\n"a": 2 },\n"a": 3\n}'), ['a']), 5);
});
