import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../src/simulator/setup.ts';
import { findWorkers, readQuietly, type Started } from '../faults/processes.ts';
import { sweep } from '../needs.ts';
import { issueText } from '../workspace.ts';
import { findKeys, readEverything } from './find-keys.ts';
import { SimulatedWorkspace } from './simulated-workspace.ts';

/** Everything that a batch wrote, printed, or gave to its workers, searched for its keys in whatever spelling. */
describe('no key is anywhere', { concurrency: 2 }, () => {
  test('of a batch that went well, and told everything', async () => {
    await using workspace = await open();
    const { code, seen } = await watch(workspace.start('requirements', '--parallel', '2', '--verbose'));
    assert.equal(code, 0, seen.stderr);
    assert.ok(seen.workers > 0, 'no worker was looked at');
    check(workspace, seen);
  });

  test('when the provider repeats the key in its refusal', async () => {
    await using workspace = await open({ kind: 'echo-key' });
    const { code, seen } = await watch(workspace.start('requirements', '--verbose'));
    assert.equal(code, 4, seen.stderr);
    check(workspace, seen);
  });

  test('when a model says the key, and when it stands in an issue', async () => {
    await using workspace = await open(undefined, ({ schema }, keys) =>
      schema === null ? `# Keys\n\n${keys.flatMap((key) => spell(key)).join('\n')}\n` : null,
    );
    const pasted = workspace.keys.flatMap((key) => spell(key)).join('\n\n');
    workspace.write({ 'docs/issues/1.md': `${issueText('With keys')}\n${pasted}\n` });
    const { seen } = await watch(workspace.start('requirements', '--verbose', '--events'));
    workspace.remove('docs/issues/1.md');
    check(workspace, seen);
    const offline = await workspace.run('requirements', '--drafter', 'offline:', '--reviewer', 'offline:');
    assert.equal(offline.code, 0, offline.stderr);
  });

  sweep('when workers are killed in the middle of a call, and when one takes too long', async () => {
    await using workspace = await open({ kind: 'hang' });
    const run = workspace.start('requirements', '--task-timeout', '3', '--max-attempts', '2', '--verbose');
    const watched = watch(run);
    while (workspace.simulator.log.length === 0 && findWorkers(run.pid).length === 0) await sleep(20);
    await sleep(1000);
    for (const pid of findWorkers(run.pid)) process.kill(pid, 'SIGKILL');
    const { code, seen } = await watched;
    assert.equal(code, 1, seen.stderr);
    check(workspace, seen);
  });
});

type Answer = (request: { schema: unknown }, keys: readonly string[]) => string | null;

async function open(fault?: Fault, answer?: Answer): Promise<SimulatedWorkspace> {
  const known: { keys: readonly string[] } = { keys: [] };
  const workspace = await SimulatedWorkspace.open({
    issues: 2,
    scopes: [
      { id: 'drafts', provider: 'anthropic', ...(fault === undefined ? {} : { faults: [fault] }) },
      { id: 'reviews', provider: 'google' },
    ],
    answer: (request) => answer?.(request, known.keys) ?? null,
  });
  known.keys = workspace.keys;
  return workspace;
}

/** A few of the forms in which text repeats a key. */
function spell(key: string): string[] {
  const bytes = Buffer.from(key);
  return [key, bytes.toString('base64'), bytes.toString('hex'), encodeURIComponent(key), [...key].reverse().join('')];
}

interface Seen {
  stdout: string;
  stderr: string;
  /** The arguments and environments of all workers, as the system has them. */
  processes: string;
  workers: number;
  /** The environment of the coordinator, as the system showed it last. */
  coordinator: string;
}

async function watch(run: Started): Promise<{ code: number | null; seen: Seen }> {
  const seen: Seen = { stdout: '', stderr: '', processes: '', workers: 0, coordinator: '' };
  const known = new Set<number>();
  let isOver = false;
  const looking = (async () => {
    for (; !isOver; await sleep(20)) {
      const own = readQuietly(`/proc/${run.pid}/cmdline`);
      for (const pid of findWorkers(run.pid).filter((worker) => !known.has(worker))) {
        const argv = readQuietly(`/proc/${pid}/cmdline`);
        // Before it has become another program it is still the coordinator.
        if (argv === own) continue;
        known.add(pid);
        seen.processes += `${argv}\n${readQuietly(`/proc/${pid}/environ`)}\n`;
      }
      seen.coordinator = readQuietly(`/proc/${run.pid}/environ`) || seen.coordinator;
    }
  })();
  const { code, stdout, stderr } = await run.ended;
  isOver = true;
  await looking;
  return { code, seen: { ...seen, stdout, stderr, workers: known.size } };
}

function check(workspace: SimulatedWorkspace, { stdout, stderr, processes, coordinator }: Seen): void {
  const said = { stdout, stderr, processes, 'the environment of the coordinator': coordinator };
  assert.deepEqual(findKeys({ ...said, ...readEverything(workspace.dir) }, workspace.keys), []);
}
