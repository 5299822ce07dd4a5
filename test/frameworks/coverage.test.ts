import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { findBuilt } from '../../src/frameworks/coverage/built-files.ts';
import { changedLineCoverage } from '../../src/frameworks/coverage/changed-line-coverage.ts';
import { projectDir } from '../workspace.ts';
import { makeFramework } from './make-framework.ts';

const fixture = (name: string) => readFileSync(join(projectDir, 'test/fixtures/frameworks', name), 'utf8');
const js =
  "export function count(books) {\n  if (!Array.isArray(books)) throw new TypeError('no');\n  return books.length;\n}\n";

test('the lines of a change that can be run are counted, and those that were not run are named', async () => {
  const report = 'TN:\nSF:src/a.js\nDA:1,1\nDA:2,0\nDA:3,5\nDA:4,1\nend_of_record\n';
  const measure = (lines: ReadonlySet<number> | null) =>
    changedLineCoverage(makeFramework('vitest'), report, '/repo', [{ path: 'src/a.js', text: js, lines }]);
  assert.deepEqual(await measure(null), {
    percent: (2 / 3) * 100,
    covered: 2,
    executable: 3,
    uncovered: [{ path: 'src/a.js', lines: [2] }],
  });
  assert.equal((await measure(new Set([3]))).percent, 100);
  assert.equal((await measure(new Set([2]))).percent, 0);
  // A bracket alone is nothing to run.
  assert.equal((await measure(new Set([4]))).percent, null);
});

test('the reports of vitest, jest, pytest-cov and go are read', async () => {
  const change = (path: string, text: string) => [{ path, text, lines: null }];
  const vitest = await changedLineCoverage(
    makeFramework('vitest'),
    fixture('vitest-5.1.0.lcov'),
    '/repo',
    change('src/shelf.js', js),
  );
  assert.deepEqual([vitest.covered, vitest.executable], [2, 2]);
  const jest = await changedLineCoverage(
    makeFramework('jest'),
    fixture('jest-30.5.2.lcov'),
    '/repo',
    change('src/shelf.js', js),
  );
  assert.deepEqual([jest.covered, jest.executable], [3, 3]);
  const python = 'def count(books):\n    if books is None:\n        raise TypeError\n    return len(books)\n';
  const pytest = await changedLineCoverage(
    makeFramework('pytest'),
    fixture('pytest-cov-7.1.0.lcov'),
    '/repo',
    change('src/shelf/__init__.py', python),
  );
  assert.deepEqual([pytest.covered, pytest.executable], [4, 4]);
  const text =
    'package shelf\n\nfunc Count(books []string) int {\n\tif books == nil {\n\t\tpanic("no")\n\t}\n\treturn len(books)\n}\n';
  const go = await changedLineCoverage(
    makeFramework('go'),
    fixture('go-1.19.8.coverprofile'),
    '/repo',
    change('shelf.go', text),
  );
  assert.deepEqual([go.covered, go.executable, go.uncovered], [3, 4, [{ path: 'shelf.go', lines: [5] }]]);
});

test('a file that was never loaded is not covered, unless it has nothing to run', async () => {
  const report = 'SF:src/other.ts\nDA:1,1\nend_of_record\n';
  const measure = (text: string) =>
    changedLineCoverage(makeFramework('node-test'), report, '/repo', [{ path: 'src/a.ts', text, lines: null }]);
  const { percent, uncovered } = await measure('export function f() {\n  return 1;\n}\n');
  assert.deepEqual([percent, uncovered], [0, [{ path: 'src/a.ts', lines: [1, 2] }]]);
  assert.equal(
    (await measure('import type { B } from "./b.ts";\nexport interface A {\n  b: B;\n}\nexport type C = A;\n')).percent,
    null,
  );
});

test('tests, declarations and other languages are nothing to cover', async () => {
  const report = 'SF:src/a.ts\nDA:1,1\nend_of_record\n';
  const paths = ['test/a.test.ts', 'test/support.ts', 'src/a.d.ts', 'README.md', 'script.py'];
  const changes = paths.map((path) => ({ path, text: 'x();\n', lines: null }));
  assert.equal((await changedLineCoverage(makeFramework('node-test'), report, '/repo', changes)).executable, 0);
});

test('where nothing is reported nothing is claimed', async () => {
  const changes = [{ path: 'src/a.ts', text: 'x();\n', lines: null }];
  const nothing = { percent: null, covered: 0, executable: 0, uncovered: [] };
  for (const report of [null, '', 'garbage', 'SF:/elsewhere/a.ts\nDA:1,1\n']) {
    assert.deepEqual(await changedLineCoverage(makeFramework('vitest'), report, '/repo', changes), nothing);
  }
  const cargo = makeFramework('cargo', { coverage: null });
  assert.deepEqual(await changedLineCoverage(cargo, 'SF:src/a.ts\nDA:1,1\n', '/repo', changes), nothing);
});

test('whatever a report of coverage holds, reading it never throws', async () => {
  const rows = fc.array(
    fc.constantFrom(
      'SF:src/a.ts',
      'SF:../x',
      'DA:1,1',
      'DA:x',
      'DA:-1,2',
      'DA:1e9,1e99',
      'end_of_record',
      'm/a.go:1.1,99999999.1 1 1',
      '',
    ),
    { maxLength: 8 },
  );
  const changes = [{ path: 'src/a.ts', text: 'x();\n', lines: null }];
  await fc.assert(
    fc.asyncProperty(rows, fc.string({ unit: 'binary' }), async (lines, more) => {
      for (const kind of ['vitest', 'go'] as const) {
        await changedLineCoverage(
          makeFramework(kind, { moduleName: 'm' }),
          `${lines.join('\n')}\n${more}`,
          '/repo',
          changes,
        );
      }
    }),
    { numRuns: 25 },
  );
});

test('what was built is found where tests ran it, and nothing that the repository holds', () => {
  const ran = (path: string, count = 1) => `SF:${path}\nDA:1,${count}\nend_of_record\n`;
  const built = (...files: readonly string[]) =>
    findBuilt(makeFramework('jest'), files.join(''), '/repo', (path) => path.startsWith('src/'));
  assert.equal(built(ran('dist/a.js'), ran('test/a.test.js'), ran('src/a.js', 0)), 'dist/a.js');
  assert.equal(built(ran('dist/a.js'), ran('src/a.js')), null);
  assert.equal(built(ran('node_modules/b/dist/b.js'), ran('test/a.test.js'), ran('/elsewhere/c.js')), null);
  assert.equal(built(), null);
});
