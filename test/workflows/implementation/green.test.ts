import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { Bench, evidenceOf, goodCode, startFiles, writesCode, writesTests } from './bench.ts';

test('a design whose tests are red and whose code is green at once becomes one commit with reports and evidence', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [writesCode] });
  const before = bench.house.git.calls;
  const ran = await bench.run();
  assert.ok(bench.house.git.calls - before <= 25, `${bench.house.git.calls - before} calls of git`);
  // At the base, with the tests alone, with the code, and without it again.
  assert.equal(bench.commands.length, 4);
  const evidence = evidenceOf(ran);
  assert.deepEqual(bench.kinds, ['write-tests', 'implement']);
  assert.equal(bench.log.length, 1);
  assert.equal(bench.git('rev-parse', 'agentos/137'), evidence.commit);
  assert.equal(bench.git('rev-parse', 'agentos/137^{tree}'), evidence.tree);
  assert.equal(`${bench.show('src/sum.js')}\n`, goodCode);
  assert.match(bench.git('log', '-1', '--format=%B', 'agentos/137'), /^Task-Id: 137\nLld-Sha256: [0-9a-f]{64}$/m);
  assert.match(
    bench.show('docs/reports/137/implementation-report.md'),
    new RegExp(`lldSha256: ${evidence.lld.sha256}`),
  );
  assert.deepEqual(
    evidence.gates.map(({ gate, state }) => `${gate} ${state}`).filter((each) => !each.endsWith('passed')),
    [],
  );
  assert.deepEqual(
    evidence.scenarios.map(({ id, tests }) => [id, tests.map(({ red, without, isGreen }) => [red, without, isGreen])]),
    [
      ['010', [['missing', 'missing', true]]],
      ['020', [['missing', 'missing', true]]],
    ],
  );
  assert.equal(existsSync(bench.path('.agentos/worktrees/137')), false);
  assert.deepEqual(evidence.tools, { agentos: '0.0.0', node: process.version, git: '2.0.0' });
  assert.deepEqual(evidence.platform, { os: 'linux', release: '6.0.0', arch: 'x64' });
  assert.deepEqual(evidence.framework, { kind: 'node-test', folder: '', version: process.version });
  assert.deepEqual(evidence.agent, { spec: 'scripted:agent.json', models: ['tiny'], programs: ['tiny-cli/1.2.3'] });
  assert.deepEqual(evidence.receipt, { usd: 0.5, calls: 3, tokens: null });
  assert.match(
    bench.show('docs/reports/137/implementation-report.md'),
    /- Cost: 0\.5000 USD\n- Calls: 3\n- Tokens: not/,
  );
});

test('tests of other designs that bear the same numbers neither prove a scenario nor hinder it', async () => {
  const others = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { old } from '../src/old.js';

test('010 the old is 1', () => assert.equal(old, 1));
test.skip('020 the old is 2', () => assert.equal(old, 2));
`;
  const files = { ...startFiles, 'test/old.test.js': others };
  using bench = new Bench({ 'write-tests': [writesTests], implement: [writesCode] }, { files });
  const { scenarios } = evidenceOf(await bench.run());
  assert.deepEqual(
    scenarios.flatMap(({ tests }) => tests.map(({ name }) => name)),
    ['010 two numbers are added', '020 of nothing the sum is 0'],
  );
});
