import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { systemClock } from '../../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../../src/parallel/credential-coordinator.ts';
import type { Lease } from '../../../src/parallel/credentials/lease.ts';
import { openCredentialStore } from '../../../src/store/credential-store.ts';
import { projectDir, Workspace } from '../../workspace.ts';
import { answered } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

const limits = { ...makeCredential('any').limits, concurrency: 2, requestsPerMinute: 60_000 };
const credentials = ['a', 'b'].map((name) => makeCredential(name, { limits }));
const timing = { ttlMs: 6_000, beatMs: 1_000 };

/** A batch of its own: some calls, several at once, or one that never ends. */
const runner = `
  import { CredentialCoordinator } from '${join(projectDir, 'src/parallel/credential-coordinator.ts')}';
  import { systemClock } from '${join(projectDir, 'src/parallel/clock.ts')}';
  import { openCredentialStore } from '${join(projectDir, 'src/store/credential-store.ts')}';
  const { path, owner, origin, calls, credentials, timing } = JSON.parse(process.argv[1]);
  const store = openCredentialStore(path);
  const shared = { credentials, roleWeights: {}, clock: systemClock, random: Math.random };
  const coordinator = new CredentialCoordinator({ ...shared, store, owner, timing });
  const wish = { role: 'r', provider: 'openai', model: 'm', estimatedTokens: { input: 1, output: 1 }, estimatedUsd: null };
  const usage = { inputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 1 };
  const call = async (taskId) => {
    const { signal } = new AbortController();
    const lease = await coordinator.reserve({ ...wish, taskId, signal, deadlineMs: 120_000 });
    console.log(JSON.stringify({ fence: lease.fence, scope: lease.scope }));
    await (await fetch(origin + '/' + (calls === null ? 'never' : lease.scope))).text();
    coordinator.release(lease, { trouble: null, advice: [], usage, usd: 0.01 });
  };
  const work = async (worker) => {
    for (let count = 0; count < (calls ?? 1); count += 1) await call(owner + worker);
  };
  await Promise.all([work(1), work(2), work(3)]);
  coordinator[Symbol.dispose]();
  store[Symbol.dispose]();
`;

interface Truth {
  readonly peaks: Map<string, number>;
  readonly origin: string;
  readonly server: Server;
}

/** A provider that knows how many were really with it at once. */
async function openProvider(): Promise<Truth> {
  const inFlight = new Map<string, number>();
  const peaks = new Map<string, number>();
  const server = createServer((request, response) => {
    const scope = request.url ?? '';
    if (scope === '/never') return;
    const count = (inFlight.get(scope) ?? 0) + 1;
    inFlight.set(scope, count);
    peaks.set(scope, Math.max(peaks.get(scope) ?? 0, count));
    setTimeout(() => {
      inFlight.set(scope, (inFlight.get(scope) ?? 0) - 1);
      response.end('yes');
    }, 15);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { peaks, server, origin: `http://127.0.0.1:${port}` };
}

interface Runner {
  readonly child: ChildProcess;
  readonly leases: { readonly fence: number; readonly scope: string }[];
  readonly ended: Promise<number | null>;
  /** Resolves when it has so many leases. */
  has(count: number): Promise<void>;
}

function startRunner(path: string, origin: string, owner: string, calls: number | null): Runner {
  const setup = JSON.stringify({ path, owner, origin, calls, credentials, timing });
  const argv = ['--input-type=module', '-e', runner, setup];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const leases: { fence: number; scope: string }[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => leases.push(JSON.parse(line)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const has = async (count: number) => {
    while (leases.length < count) await once(lines, 'line');
  };
  return { child, leases, ended, has };
}

test('S9: four processes on one store, one killed with leases: nothing is lent twice, and all comes back', async () => {
  using workspace = new Workspace();
  const path = workspace.path('credentials.db');
  const { peaks, server, origin } = await openProvider();
  const victim = startRunner(path, origin, 'victim', null);
  await victim.has(2);
  const others = ['x', 'y', 'z'].map((owner) => startRunner(path, origin, owner, 8));
  await others[0]?.has(1);
  victim.child.kill('SIGKILL');
  const codes = await Promise.all(others.map(({ ended }) => ended));
  await victim.ended;
  assert.deepEqual(codes, [0, 0, 0]);
  const leases = [victim, ...others].flatMap((runner) => runner.leases);
  assert.equal(others.flatMap((runner) => runner.leases).length, 72, 'all calls were made');
  assert.equal(new Set(leases.map(({ fence }) => fence)).size, leases.length, 'no fence was given twice');
  for (const [scope, peak] of peaks) assert.ok(peak <= 2, `${peak} were in flight in ${scope}`);
  await assertAllFree(path);
  server.closeAllConnections();
  server.close();
});

/** Every place can be had at once, after what the dead one held has come back. */
async function assertAllFree(path: string): Promise<void> {
  using store = openCredentialStore(path);
  const shared = { credentials, roleWeights: {}, clock: systemClock, random: Math.random, timing };
  using coordinator = new CredentialCoordinator({ ...shared, store, owner: 'last' });
  const wish = { role: 'r', provider: 'openai', model: 'm', estimatedTokens: { input: 1, output: 1 } } as const;
  const { signal } = new AbortController();
  const leases: Lease[] = await Promise.all(
    [1, 2, 3, 4].map((task) => coordinator.reserve({ ...wish, estimatedUsd: null, taskId: `last-${task}`, signal })),
  );
  assert.deepEqual(leases.map(({ scope }) => scope).sort(), ['a', 'a', 'b', 'b']);
  for (const lease of leases) coordinator.release(lease, answered);
}
