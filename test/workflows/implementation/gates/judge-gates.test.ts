import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeGates } from '../../../../src/workflows/implementation/gates/judge-gates.ts';
import type { ChangedFile } from '../../../../src/worktrees/diff-listing.ts';
import { makeFramework } from '../../../frameworks/make-framework.ts';

const names = ['scope', 'stubs', 'tests', 'coverage', 'secrets', 'sensitive', 'content'];

test('whatever a change claims to be, each gate gives one result, and none throws', async () => {
  const path = fc.constantFrom(
    'src/a.ts',
    'test/a.test.ts',
    'package.json',
    'yarn.lock',
    'a.py',
    'x\u202ey',
    '../up',
    '.git/x',
    'l',
  );
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('{', '{"scripts":[]}', '[1]', 'null', "test('010', () => {", 'def f(:', '\ufeff', 'secret: "'),
  );
  const kind = fc.constantFrom('file' as const, 'link' as const, 'submodule' as const, null);
  const file: fc.Arbitrary<ChangedFile> = fc.record({
    path,
    change: fc.constantFrom('added' as const, 'modified' as const, 'deleted' as const),
    kindBefore: kind,
    kind,
    becameExecutable: fc.boolean(),
    isBinary: fc.boolean(),
    addedLines: fc.nat(9),
    removedLines: fc.nat(9),
  });
  const patch = fc.array(fc.oneof(text, fc.constantFrom('+++ b/src/a.ts', '+++ b/l', '@@ -1,2 +1,5 @@', '+x', '-y')), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 6 }), patch, text, text, async (files, rows, before, now) => {
      const results = await judgeGates({
        announced: [{ path: 'src/a.ts', change: 'Add', description: '' }],
        ownPaths: [],
        diff: { files, patch: rows.join('\n'), isPatchCut: false },
        before: { readAll: (paths) => new Map(paths.map((one) => [one, before])), sizeOf: () => 1 },
        after: { readAll: (paths) => new Map(paths.map((one) => [one, now])), sizeOf: () => 1 },
        provedTests: new Map([['test/a.test.ts', before]]),
        framework: makeFramework('node-test'),
        coverage: { report: now, root: '/repo' },
        settings: { isStrict: true, leastCoverage: 80 },
      });
      assert.deepEqual(
        results.map(({ gate }) => gate),
        names,
      );
      for (const { state, findings } of results) assert.ok(state === 'passed' || findings.length > 0, state);
    }),
    { numRuns: 150, seed: 8 },
  );
});
