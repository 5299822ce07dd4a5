import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, testsOf, writeCode } from '../cli/implement-workspace.ts';
import { type Approved, ApprovedWorkspace, writes, wrongCode } from './approved-workspace.ts';

/** Jobs that write these values one after the other. */
function values(id: string, ...all: readonly string[]): object {
  return { implement: all.map((value) => writes({ [`src/piece-${id}.mjs`]: wrongCode(value) })) };
}

/** The same job twice: whoever is told what is wrong, and does not care. */
function stubborn(files: Readonly<Record<string, string>>): object {
  return { implement: [writes(files), writes(files)] };
}

const weakened = testsOf({ id: '5' }).replace(', 5)', ', 0)');
const stub = "export function later() {\n  throw new Error('not implemented');\n}\n";

/** Ways in which an agent can do its work, well and badly. */
const agents: readonly Approved[] = [
  { id: '1' },
  { id: '2', agent: values('2', '0', '1', '2') },
  { id: '3', agent: values('3', '10', '11', '12') },
  { id: '4', agent: { implement: [{ finish: { text: 'All is done' } }] } },
  {
    id: '5',
    agent: {
      implement: [
        writes({ 'src/piece-5.mjs': wrongCode('0'), 'test/piece-5.test.mjs': weakened }),
        writeCode({ id: '5' }),
      ],
    },
  },
  { id: '6', agent: stubborn({ 'src/piece-6.mjs': `${codeOf({ id: '6' })}\n${stub}` }) },
  {
    id: '7',
    agent: stubborn({ 'src/piece-7.mjs': codeOf({ id: '7' }), 'src/unasked.mjs': 'export const more = 1;\n' }),
  },
  { id: '8', agent: { implement: [[{ crash: 'kill' }, writeCode({ id: '8' })]] } },
  { id: '9', agent: { implement: [{ fail: { code: 'unreadable', message: 'It said nothing certain' } }] } },
];

test('every end of an agent’s work is told for what it is', async () => {
  using workspace = new ApprovedWorkspace(agents);
  const { code, stderr } = await workspace.begin('--parallel', '3', '--strict', '--max-iterations', '3').ended;
  assert.equal(code, 1, stderr);
  assert.deepEqual(
    workspace.fates(),
    {
      ...{ 1: 'done', 2: 'done', 3: 'failed red-tests', 4: 'failed empty-diff', 5: 'done' },
      ...{ 6: 'failed gate', 7: 'failed scope', 8: 'done', 9: 'failed unreadable' },
    },
    stderr,
  );
  assert.match(workspace.reason('3'), /limit of 3 jobs.*Expected values to be strictly equal: 1\d !== 3/);
  assert.match(workspace.reason('6'), /gate stubs: src\/piece-6\.mjs:6: not-implemented in later/);
  assert.match(workspace.reason('7'), /src\/unasked\.mjs was added, and the design does not announce it/);
  expectDone(workspace);
  expectFailed(workspace);
  assert.deepEqual(workspace.worktrees, []);
  assert.deepEqual(workspace.processes, []);
});

function expectDone(workspace: ApprovedWorkspace): void {
  const rounds: Readonly<Record<string, number>> = { 1: 1, 2: 3, 5: 2, 8: 1 };
  for (const [id, count] of Object.entries(rounds)) {
    assert.deepEqual(workspace.commits(id), [`Piece ${id}`]);
    assert.equal(workspace.show(id, `src/piece-${id}.mjs`), codeOf({ id }).trim());
    assert.equal(workspace.show(id, `test/piece-${id}.test.mjs`), testsOf({ id }).trim(), 'tests are as agreed');
    const { commit, rounds: measured, gates } = workspace.evidence(id);
    assert.equal(commit, workspace.git('rev-parse', `agentos/${id}`));
    assert.equal(measured, count, id);
    assert.ok(gates.every(({ state }) => state === 'passed'));
  }
  assert.match(workspace.said('5'), /put back: test\/piece-5\.test\.mjs is a test, and was changed/);
}

/** What was written is on the branch; nothing is claimed, and no report is there. */
function expectFailed(workspace: ApprovedWorkspace): void {
  for (const id of ['3', '4', '6', '7', '9']) {
    assert.ok(!workspace.hasEvidence(id), id);
    assert.equal(workspace.commits(id).at(-1), `Tests of ${id}`);
    assert.ok(!workspace.changed(id).some((path) => path.startsWith('docs/reports/')));
    assert.ok(workspace.names(`docs/lineage/${id}-impl`).includes('001-prepare.log'));
  }
}

test('who is silent for too long is stopped with all that it started; without --strict, drift is only told', async () => {
  const silent: Approved = {
    id: '1',
    agent: { implement: [{ run: { argv: ['sh', '-c', 'sleep 1000 & sleep 1000'] } }] },
  };
  const drifting: Approved = {
    id: '2',
    agent: stubborn({
      'src/piece-2.mjs': `import './more.mjs';\n${codeOf({ id: '2' })}`,
      'src/more.mjs': 'export {};\n',
    }),
  };
  using workspace = new ApprovedWorkspace([silent, drifting]);
  workspace.environment = { ...workspace.environment, AGENTOS_AGENT_IDLE_SECONDS: '1' };
  const { code, stderr } = await workspace.begin('--parallel', '2').ended;
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'failed stall', 2: 'done' });
  assert.deepEqual(workspace.processes, []);
  assert.deepEqual(workspace.worktrees, []);
  const scope = workspace.evidence('2').gates.find(({ gate }) => gate === 'scope');
  assert.deepEqual(
    [scope?.state, scope?.findings],
    ['warned', ['src/more.mjs was added, and the design does not announce it']],
  );
  assert.match(workspace.show('2', 'docs/reports/2/implementation-report.md'), /src\/more\.mjs/);
});
