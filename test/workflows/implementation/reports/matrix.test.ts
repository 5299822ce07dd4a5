import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedTest } from '../../../../src/frameworks/source/listed-test.ts';
import { isProof, makeMatrix, measureProofs, proveScenarios } from '../../../../src/workflows/implementation/matrix.ts';
import { scenarios } from '../designs.ts';
import { makeRun, ran } from '../gates/runs.ts';

const manual = { ...(scenarios[0] ?? assert.fail()), id: '030', title: 'By hand', type: 'Manual', requirements: [3] };
const listed: ListedTest[] = ['010 three', '020 nothing'].map((name) => ({
  file: 'test/a.test.ts',
  titles: [name],
  name,
  line: 1,
  endLine: 3,
  marks: [],
  assertions: 1,
}));
const missing = { file: 'test/a.test.ts', kind: 'missing', message: 'x', missing: null, thrownIn: null } as const;
const unloaded = makeRun([], { fileFailures: [missing], isComplete: false, exitCode: 1 });
const green = makeRun([ran('010 three'), ran('020 nothing'), ran('other')]);

test('each scenario has its tests, with how they failed before, without the change, and whether they pass', () => {
  const without = makeRun([ran('010 three', 'assertion'), ran('020 nothing')]);
  const proved = proveScenarios([...scenarios, manual], { red: unloaded, green, without, listed });
  assert.deepEqual(proved, [
    {
      id: '010',
      text: 'Three tasks',
      isManual: false,
      requirements: [1],
      tests: [{ name: '010 three', file: 'test/a.test.ts', red: 'missing', without: 'assertion', isGreen: true }],
    },
    {
      id: '020',
      text: 'Nothing pending',
      isManual: false,
      requirements: [1, 2],
      tests: [{ name: '020 nothing', file: 'test/a.test.ts', red: 'missing', without: 'passed', isGreen: true }],
    },
    { id: '030', text: 'By hand', isManual: true, requirements: [3], tests: [] },
  ]);
  const matrix = makeMatrix(
    [1, 2, 3].map((number) => ({ number, text: `requirement ${number}` })),
    proved,
  );
  assert.deepEqual(
    matrix.map(({ requirement, scenarios: own }) => [
      requirement,
      ...own.map(({ id, tests }) => `${id} ${tests.join()}`),
    ]),
    [
      [1, '010 010 three', '020 '],
      [2, '020 '],
      [3, '030 '],
    ],
  );
  assert.deepEqual(measureProofs(matrix), { requirements: 3, proved: 2 });
});

test('a test whose file the run does not tell, or not whole, has the one that its source names', () => {
  for (const file of [null, 'a.test.ts']) {
    const run = makeRun([{ ...ran('010 three'), file }]);
    const [first] = proveScenarios(scenarios, { red: unloaded, green: run, without: unloaded, listed });
    assert.equal(first?.tests[0]?.file, 'test/a.test.ts');
  }
});

test('a test proves something only if it passes with the change, and failed without it', () => {
  const one = { name: 'x', file: 'a', red: 'assertion', without: 'assertion', isGreen: true };
  assert.deepEqual(
    [
      one,
      { ...one, isGreen: false },
      { ...one, without: 'passed' },
      { ...one, without: 'skipped' },
      { ...one, without: 'not run' },
    ].map(isProof),
    [true, false, false, false, false],
  );
});

test('a requirement that is listed twice is one, by its first words', () => {
  const matrix = makeMatrix(
    [
      { number: 1, text: 'first' },
      { number: 1, text: 'second' },
    ],
    [],
  );
  assert.deepEqual(matrix, [{ requirement: 1, text: 'first', scenarios: [] }]);
});
