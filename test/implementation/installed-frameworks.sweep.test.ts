import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import type { GateResult } from '../../src/workflows/implementation/evidence.ts';
import { copyInstalled, findInstalled } from '../frameworks/install.ts';
import { testWith } from '../needs.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { type Approved, ApprovedWorkspace, remake, writes } from './approved-workspace.ts';

leaveUnmeasured();

/** Half of it is what no scenario asks for. */
const overdone = `export function value(isSure) {
  if (isSure === false) {
    const halves = [0, 0];
    return halves[0] + halves[1];
  }
  return 1;
}
`;
const plain = 'export function value() {\n  return 1;\n}\n';
const vitestTests = `import { expect, test } from 'vitest';
import { value } from '../src/value.js';

test('010 the value is 1', () => {
  expect(value()).toBe(1);
});
`;
const rows = ['| `src/value.js` | Add | The value |', '| `test/value.test.js` | Add | Proves it |'];

/** Wrong, then right and not covered, then right. */
const byVitest: Approved = {
  id: '1',
  files: rows,
  agent: {
    'write-tests': [writes({ 'test/value.test.js': vitestTests })],
    implement: [plain.replace('1', '2'), overdone, plain].map((text) => writes({ 'src/value.js': text })),
  },
};
const vitestScript =
  'vitest run --coverage --coverage.reportsDirectory=cov --coverage.thresholds.lines 100 --pool forks --bail 1';
const vitestProject = (config = '') => ({
  'package.json': JSON.stringify({
    ...{ name: 'pieces', type: 'module', scripts: { test: vitestScript } },
    devDependencies: { vitest: '*', '@vitest/coverage-v8': '*' },
  }),
  '.gitignore': 'node_modules\nledger.txt\n',
  'src/old.js': 'export const old = () => 1;\n',
  'test/old.test.js': `import { expect, test } from 'vitest';
import { old } from '../src/old.js';

test('the old one', () => expect(old()).toBe(1));
`,
  ...(config === '' ? {} : { 'vitest.config.js': config }),
});

/** Programs of packages are run by the Node of these tests; packages are copied into each worktree. */
function furnish(workspace: ApprovedWorkspace, andThen = 'true'): void {
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const setUp = `(${copyInstalled}) && ${andThen}`;
  workspace.environment = { ...workspace.environment, PATH: path, AGENTOS_SET_UP_COMMAND: setUp };
}

function coverageOf(workspace: ApprovedWorkspace): Pick<GateResult, 'state' | 'summary'> | null {
  const found = workspace.evidence('1').gates.find(({ gate }) => gate === 'coverage');
  return found === undefined ? null : { state: found.state, summary: found.summary };
}

testWith(findInstalled('vitest'), 'vitest: red, a wrong value, a value that is not covered, green', async () => {
  using workspace = new ApprovedWorkspace([byVitest]);
  // What a repository demands of its whole is not ours to fail a task by.
  const config =
    "export default { test: { bail: 1, coverage: { enabled: true, thresholds: { lines: 100, perFile: true, autoUpdate: true }, include: ['**/*.js'] } } };\n";
  remake(workspace, {
    ...vitestProject(config),
    'src/untested.js': 'export const no = () => 2;\n',
  });
  furnish(workspace);
  const { code, stderr } = await workspace.begin().ended;
  assert.equal(code, 0, stderr + workspace.said('1'));
  const { scenarios, rounds, gates } = workspace.evidence('1');
  assert.equal(rounds, 3);
  assert.deepEqual(scenarios[0]?.tests, [
    { name: '010 the value is 1', file: 'test/value.test.js', red: 'missing', without: 'missing', isGreen: true },
  ]);
  assert.ok(
    gates.every(({ state }) => state === 'passed'),
    JSON.stringify(gates),
  );
  assert.deepEqual(coverageOf(workspace), {
    state: 'passed',
    summary: '100 % of the new lines were run (1 of 1); at least 80 % are asked for',
  });
  assert.match(workspace.said('1'), /gate coverage: failed, 50 % of the new lines were run \(2 of 4\)/);
  assert.deepEqual(
    workspace.changed('1').filter((path) => !path.startsWith('docs/')),
    ['src/value.js', 'test/value.test.js'],
  );
  assert.deepEqual([workspace.worktrees, workspace.processes], [[], []]);
});

testWith(
  findInstalled('vitest'),
  'vitest without the package that measures coverage: not measured, and said on every page',
  async () => {
    const agent = { ...byVitest.agent, implement: [writes({ 'src/value.js': overdone })] };
    using workspace = new ApprovedWorkspace([{ ...byVitest, agent }]);
    remake(workspace, vitestProject());
    furnish(workspace, 'rm -r node_modules/@vitest/coverage-v8');
    const { code, stderr } = await workspace.begin().ended;
    assert.equal(code, 0, stderr + workspace.said('1'));
    assert.deepEqual(coverageOf(workspace), { state: 'unmeasured', summary: 'not measured: vitest reports none here' });
    for (const page of ['implementation-report', 'test-report'])
      assert.match(workspace.show('1', `docs/reports/1/${page}.md`), /not measured/);
    assert.match(workspace.said('1'), /coverage is not measured: .*@vitest\/coverage-v8/);
  },
);

testWith(findInstalled('jest'), 'jest: red, a value that is not covered, green', async () => {
  const asCommon = (text: string) => `${text.replace('export ', '')}module.exports = { value };\n`;
  const tests =
    "const { value } = require('../src/value.js');\n\ntest('010 the value is 1', () => {\n  expect(value()).toBe(1);\n});\n";
  using workspace = new ApprovedWorkspace([
    {
      ...byVitest,
      agent: {
        'write-tests': [writes({ 'test/value.test.js': tests })],
        implement: [overdone, plain].map((text) => writes({ 'src/value.js': asCommon(text) })),
      },
    },
  ]);
  const started = 'node --experimental-vm-modules node_modules/jest/bin/jest.js';
  const script = `${started} --coverage --coverageDirectory='cov' --maxWorkers 2`;
  remake(workspace, {
    'package.json': JSON.stringify({
      ...{ name: 'pieces', scripts: { test: script }, devDependencies: { jest: '*' } },
      jest: {
        ...{ collectCoverage: true, collectCoverageFrom: ['src/**'], coverageThreshold: { global: { lines: 100 } } },
        bail: true,
      },
    }),
    '.gitignore': 'node_modules\nledger.txt\n',
    'src/untested.js': 'module.exports = { no: () => 2 };\n',
    'test/old.test.js': "test('the old one', () => expect(1 + 1).toBe(2));\n",
  });
  furnish(workspace);
  const { code, stderr } = await workspace.begin().ended;
  assert.equal(code, 0, stderr + workspace.said('1'));
  const { scenarios, rounds } = workspace.evidence('1');
  assert.equal(rounds, 2);
  assert.equal(scenarios[0]?.tests[0]?.red, 'missing');
  assert.match(coverageOf(workspace)?.summary ?? '', /^100 % of the new lines were run/);
});
