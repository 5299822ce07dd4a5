import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimulatedWorkspace } from './simulated-workspace.ts';

const anthropic = { id: 'drafts', provider: 'anthropic' } as const;
const google = { id: 'reviews', provider: 'google' } as const;

describe('batches that ask models', { concurrency: 2 }, () => {
  test('issues become designs; every call went out once, with the key that only the coordinator has', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 3, scopes: [anthropic, google] });
    const { code, stdout, stderr } = await workspace.run('requirements', '--parallel', '3', '--json');
    assert.equal(code, 0, stderr);
    assert.deepEqual(workspace.designs(), ['LLD-1.md', 'LLD-2.md', 'LLD-3.md']);
    assert.deepEqual(
      workspace
        .truth()
        .map(({ scope, kind }) => `${scope} ${kind}`)
        .toSorted(),
      [...Array(3).fill('drafts answered'), ...Array(6).fill('reviews answered')],
    );
    assert.ok(JSON.parse(stdout).usd > 0, stdout);
    const exchanges = workspace.journal().filter(({ kind }) => kind === 'exchange');
    assert.equal(exchanges.length, 9);
  });

  test('seed 003, scenario 090: two keys and four workers, and every task completes', async () => {
    const limits = { concurrency: 1 };
    const service = { ms: 60, spread: 0 };
    await using workspace = await SimulatedWorkspace.open({
      issues: 8,
      scopes: [
        { ...anthropic, limits, service },
        { ...google, limits, service },
      ],
      credential: { limits },
    });
    const { code, stderr } = await workspace.run('requirements', '--parallel', '4');
    assert.equal(code, 0, stderr);
    assert.equal(workspace.designs().length, 8);
    assert.deepEqual(new Set(workspace.truth().map(({ kind }) => kind)), new Set(['answered']));
  });

  test('seed 003 §8.2: a hundred workers are clamped, three keys serve them, and nothing fails', async () => {
    const limits = { concurrency: 2 };
    await using workspace = await SimulatedWorkspace.open({
      issues: 12,
      scopes: [
        { ...anthropic, limits, service: { ms: 40, spread: 0.3 } },
        { ...anthropic, id: 'more-drafts', limits, service: { ms: 40, spread: 0.3 } },
        { ...google, limits, service: { ms: 40, spread: 0.3 } },
      ],
      credential: { limits },
    });
    const { code, stderr } = await workspace.run('requirements', '--parallel', '100');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /parallel 100 is above the cap: 10 tasks run at once/);
    assert.equal(workspace.designs().length, 12);
    assert.deepEqual(new Set(workspace.truth().map(({ kind }) => kind)), new Set(['answered']));
  });

  test('a key that is refused costs one call; without another one the batch stops, exit 4, with what it has', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 3, scopes: [anthropic, google] });
    workspace.simulator.set('reviews', { revokedKeys: [0] });
    const { code, stdout, stderr } = await workspace.run('requirements', '--parallel', '1', '--json');
    assert.equal(code, 4, stderr);
    assert.equal(workspace.truth('auth').length, 1);
    const { exitCode, counts } = JSON.parse(stdout);
    assert.deepEqual([exitCode, counts.failed, counts.cancelled], [4, 1, 2]);
    workspace.simulator.set('reviews', { revokedKeys: [] });
    const resumed = await workspace.run('retry');
    assert.equal(resumed.code, 0, resumed.stderr);
  });

  test('without any credential nothing starts: exit 4, and it says what to set', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes: [anthropic] });
    const before = workspace.list();
    const { code, stderr } = await workspace.run('requirements');
    assert.equal(code, 4, stderr);
    assert.match(stderr, /reviewer google:gemini-2.5-pro has no credential/);
    assert.deepEqual(workspace.list(), before);
  });

  test('a call that would have to wait too long parks its task, frees the worker, and is made in its time', async () => {
    await using workspace = await SimulatedWorkspace.open({
      issues: 1,
      scopes: [{ ...anthropic, faults: [{ kind: 'rate', toCall: 1, waitMs: 40_000 }] }, google],
    });
    const run = workspace.start('requirements');
    const ended = await Promise.race([run.ended, waitForParking(workspace).then(() => null)]);
    assert.equal(ended, null, ended?.stderr);
    const parked = workspace.journal().find((entry) => entry.kind === 'task-parked');
    assert.ok(
      parked?.kind === 'task-parked' && parked.for === 'time' && /drafts/.test(parked.reason),
      JSON.stringify(parked),
    );
    run.child.kill('SIGINT');
    assert.equal((await run.ended).code, 130);
  });
});

async function waitForParking(workspace: SimulatedWorkspace): Promise<void> {
  const { waitFor } = await import('../faults/processes.ts');
  await waitFor(
    'the task to be parked',
    () => workspace.batches().length > 0 && workspace.journal().some(({ kind }) => kind === 'task-parked'),
  );
}
