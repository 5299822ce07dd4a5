import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { resolveAgent } from '../../../src/agents/resolve-agent.ts';
import { restoreSandbox } from '../../../src/sandbox/open-sandbox.ts';
import { readNamedInput } from '../../../src/store/named-input.ts';
import { sweep } from '../../needs.ts';
import { Refused } from '../memory-context.ts';
import { Bench, evidenceOf, goodCode, goodTests, type Turn, writesCode, writesTests } from './bench.ts';

/** The same bench, with the agent that its order names. */
function openScripted(agents: object): Bench {
  const bench = new Bench({ 'write-tests': [], implement: [] });
  bench.workspace.write({ 'agent.json': JSON.stringify({ schemaVersion: 1, agents }) });
  const { workshop, order } = bench;
  Object.assign(workshop, {
    openAgent: async () =>
      await resolveAgent(order.agent, {
        ...{ taskId: '137', gateway: null, auth: 'gateway', loginHome: null, network: 'host' },
        programs: workshop.programs,
        sandbox: restoreSandbox({ level: 'none', reason: 'switched off' }),
        ...{ protectedPaths: [], hiddenPaths: [] },
        readText: (path) => readNamedInput(bench.dir, path),
        print: () => {},
      }),
  });
  return bench;
}

const tests = { edits: [{ write: { path: 'test/sum.test.js', content: goodTests } }] };
const code = { edits: [{ write: { path: 'src/sum.js', content: goodCode } }] };

sweep('a scripted agent takes a design to green', async () => {
  using bench = openScripted({ 137: { 'write-tests': [tests], implement: [code] } });
  assert.deepEqual(evidenceOf(await bench.run()).agent, {
    spec: 'scripted:agent.json',
    models: ['scripted'],
    programs: [],
  });
});

test('an agent that is silent for too long ends the task as a stall; one that is limited is asked again', async () => {
  const limited = [{ fail: { code: 'limit', retryAfterMs: 1 } }, tests];
  using bench = openScripted({ 137: { 'write-tests': [limited], implement: [{ silent: true }] } });
  const building = { ...bench.order.building, agentIdleMs: 20 };
  await assert.rejects(
    bench.run({}, { building }),
    (error) => error instanceof Refused && error.failure.code === 'stall',
  );
});

test('what an agent commits itself is judged like the rest, and becomes one commit with it', async () => {
  const weak = goodTests.replace('sum([]), 0', 'sum([]), sum([])');
  const commits: Turn = {
    files: { ...writesCode.files, 'test/sum.test.js': weak },
    act(worktree) {
      const author = ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.org'];
      const run = (...args: string[]) => assert.equal(spawnSync('git', args, { cwd: worktree }).status, 0);
      run('add', '--all');
      run(...author, 'commit', '-qm', 'Mine\n\nTask-Id: 137');
      run('update-index', '--assume-unchanged', 'src/old.js');
    },
  };
  using bench = new Bench({ 'write-tests': [writesTests], implement: [commits] });
  const { end, context } = await bench.run();
  evidenceOf({ end });
  assert.match(context.lines.join('\n'), /put back: test\/sum\.test\.js/);
  assert.equal(`${bench.show('test/sum.test.js')}\n`, goodTests);
  assert.equal(bench.git('rev-list', '--count', 'main..agentos/137'), '1');
  assert.equal(bench.git('log', '-1', '--format=%an', 'agentos/137'), 'AgentOS');
});
