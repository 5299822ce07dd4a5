import type { Scenario } from '../../../src/governance/lld/document.ts';
import type { EvidenceFacts } from '../../../src/workflows/implementation/evidence.ts';
import type { CodeBrief } from '../../../src/workflows/implementation/prompts/code-brief.ts';

export const design = `# 137 - Add a dry run

## 1. Context & Goal

* **Issue:** #137

## 2. Proposed Changes

### 2.1 Files Changed

| File | Change Type | Description |
|---|---|---|
| src/dry-run.ts | Add | Lists what would run |
| src/run.ts | Modify | Asks for the list |

## 3. Requirements

1. It lists every task
2. It writes nothing
`;

export const scenarios: readonly Scenario[] = [
  makeScenario('010', 'Three tasks', [1]),
  makeScenario('020', 'Nothing pending', [1, 2]),
];

function makeScenario(id: string, title: string, requirements: readonly number[]): Scenario {
  return {
    id,
    title,
    type: 'Auto',
    input: 'three issues',
    expected: 'three lines',
    passCriteria: 'stdout has 3 lines',
    requirements,
    listedRequirements: requirements,
    line: 1,
  };
}

export const brief: CodeBrief = {
  id: '137',
  title: 'Add a dry run',
  design,
  announced: [
    { path: 'src/dry-run.ts', change: 'Add', description: 'Lists what would run' },
    { path: 'src/run.ts', change: 'Modify', description: 'Asks for the list' },
  ],
  scenarios,
  framework: {
    kind: 'node-test',
    layout: { folder: 'test', naming: '*.test.ts', count: 12, examples: ['test/run.test.ts'] },
  },
  testCommand: 'node --test',
};

const sha = (digit: string) => digit.repeat(64);
export const commit = 'c0ffee'.repeat(7).slice(0, 40);

/** Everything that a task can know, before its commit. */
export const facts: EvidenceFacts = {
  task: { id: '137', title: 'Add a dry run' },
  lld: {
    path: 'docs/lld/active/LLD-137.md',
    sha256: sha('a'),
    branchPath: 'docs/reports/137/design.md',
    issueSha256: sha('b'),
    reviewer: 'anthropic:some-model',
    callId: 'call-7',
    isForced: false,
    isOffline: false,
  },
  startedAt: '2026-11-16T12:00:00.000Z',
  framework: { kind: 'node-test', folder: '', version: 'v24.1.0' },
  agent: { spec: 'scripted:script.json', models: ['scripted'], programs: ['some-cli/1.2.3'] },
  tools: { agentos: '0.1.0', node: 'v24.1.0', git: '2.39.5' },
  platform: { os: 'linux', release: '6.1.0', arch: 'x64' },
  sandbox: { level: 'bwrap', network: 'gateway', reason: null },
  branch: 'agentos/137',
  base: 'b'.repeat(40),
  tested: { commit, tree: 'd'.repeat(40) },
  requirements: [
    { number: 1, text: 'It lists every task' },
    { number: 2, text: 'It writes nothing' },
    { number: 3, text: 'It looks good' },
  ],
  scenarios: [
    {
      id: '010',
      text: 'Three tasks',
      isManual: false,
      requirements: [1],
      tests: [
        { name: '010 three tasks', file: 'test/dry-run.test.ts', red: 'missing', without: 'missing', isGreen: true },
        { name: '010 none', file: 'test/dry-run.test.ts', red: 'passed', without: 'passed', isGreen: true },
      ],
    },
    {
      id: '020',
      text: 'Nothing pending',
      isManual: false,
      requirements: [1, 2],
      tests: [
        { name: '020 nothing', file: 'test/dry-run.test.ts', red: 'assertion', without: 'assertion', isGreen: true },
      ],
    },
    { id: '030', text: 'A person looks at it', isManual: true, requirements: [3], tests: [] },
  ],
  changed: [
    { path: 'src/dry-run.ts', change: 'added', announced: 'Add', added: 12, removed: 0 },
    { path: 'src/run.ts', change: 'modified', announced: 'Modify', added: 3, removed: 1 },
    { path: 'src/extra.ts', change: 'added', announced: null, added: 1, removed: 0 },
  ],
  gates: [
    { gate: 'proof', state: 'passed', summary: 'the tests of all 2 scenarios pass', findings: [] },
    { gate: 'suite', state: 'passed', summary: '40 of 40 tests of the suite pass', findings: [] },
    {
      gate: 'scope',
      state: 'warned',
      summary: '2 of 2 announced files changed as announced; drift: 1 file',
      findings: ['src/extra.ts was added, and the design does not announce it'],
    },
    { gate: 'coverage', state: 'passed', summary: '92.3 % of the new lines were run (12 of 13)', findings: [] },
  ],
  reviews: [
    {
      round: 1,
      reviewer: 'anthropic:some-model',
      model: 'some-model-1',
      callId: 'call-9',
      verdict: 'APPROVED',
      summary: 'It does what the design says.',
      findings: ['Tier 3: Naming: A shorter name would do'],
      commit,
    },
  ],
  commands: [
    {
      step: 'prove-green',
      argv: ['node', '--test', 'test/dry-run.test.ts'],
      folder: '',
      commit,
      end: 'exit 0',
      ms: 1234,
      outputPath: 'docs/lineage/137-impl/004-prove-green.log',
      outputSha256: sha('e'),
      outputBytes: 4321,
    },
  ],
  rounds: 2,
  receipt: { usd: 0.1234, calls: 7, tokens: { input: 9000, cached: 4000, output: 800 } },
};
