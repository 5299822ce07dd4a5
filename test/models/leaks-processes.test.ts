import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { type Started, startAgentos, waitFor } from '../faults/processes.ts';
import { firstOf } from '../needs.ts';
import { findKeys, readEverything, recordPrograms } from './find-keys.ts';
import { SimulatedWorkspace } from './simulated-workspace.ts';

const anthropic = { id: 'drafts', provider: 'anthropic' } as const;
const google = { id: 'reviews', provider: 'google' } as const;

/** What the process that holds the keys shows of them when it fails, is asked by signals, or is told to tell more. */
describe('the process that holds the keys', { concurrency: 2 }, () => {
  const failures = Object.entries({
    'an error with all that it carries':
      'throw Object.assign(new Error(keys.join()), { config: { headers: keys }, cause: new Error(keys[1]) })',
    'a promise that nobody waits for': 'Promise.reject(new AggregateError([new Error(keys[0]), keys[1]], keys.join()))',
    'what is no error': 'throw { headers: { authorization: keys[0] } }',
  });
  for (const [title, fail] of firstOf(2, failures)) {
    test(`tells no key when nobody catches ${title}`, async () => {
      await using workspace = await openHanging();
      workspace.write({ 'preload.mjs': whenBatchBegan(fail) });
      const { code, stdout, stderr } = await start(workspace, { NODE_OPTIONS: preload(workspace) }).ended;
      assert.equal(code, 70, stderr);
      assert.match(stderr, /this is a defect of agentos.*\[redacted:[\w-]+\]/s);
      assertNoKey(workspace, { stdout, stderr });
    });
  }

  test('writes neither key nor environment into a report', async () => {
    await using workspace = await openHanging();
    const run = start(workspace, { NODE_OPTIONS: '--report-on-signal' });
    await waitFor('a call', () => workspace.simulator.log.length > 0 || hasBegun(workspace));
    run.child.kill('SIGUSR2');
    const reports = () => readdirSync(workspace.dir).filter((name) => /^report\..*\.json$/.test(name));
    await waitFor('the report', () => reports().some((name) => isJson(readFileSync(workspace.path(name), 'utf8'))));
    run.child.kill('SIGKILL');
    const { stdout, stderr } = await run.ended;
    const [name = ''] = reports();
    assert.equal(JSON.parse(readFileSync(workspace.path(name), 'utf8')).environmentVariables, undefined);
    assertNoKey(workspace, { stdout, stderr });
  });

  test('opens no inspector when it gets the signal for it', async () => {
    await using workspace = await openHanging();
    const run = start(workspace, { NODE_OPTIONS: '--inspect-port=0' });
    await waitFor('the batch', () => hasBegun(workspace));
    run.child.kill('SIGUSR1');
    run.child.kill('SIGINT');
    const { code, stderr } = await run.ended;
    assert.equal(code, 130, stderr);
    assert.doesNotMatch(stderr, /Debugger/);
  });

  test('asks nobody on this machine through a proxy of the environment', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes: [anthropic, google] });
    let asked = 0;
    const proxy = createServer((socket) => {
      asked += 1;
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 400 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const proxies = Object.fromEntries(names.map((name) => [name, url]));
    const run = start(workspace, { ...proxies, NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1' });
    const { code, stderr } = await run.ended;
    proxy.close();
    assert.equal(code, 0, stderr);
    assert.equal(asked, 0);
  });

  test('gives no key to the programs that it starts, not even to the one that it has a key from', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 2, scopes: [anthropic, google] });
    workspace.git('init', '--quiet');
    workspace.git('commit', '--quiet', '--allow-empty', '--message=Start');
    const programs = recordPrograms(workspace.path('programs'), ['git', 'setpriv', 'ps', 'cat']);
    const [key = '', other = ''] = workspace.keys;
    workspace.write({ 'held.key': key, 'agentos.config.json': configOf(workspace.simulator.origin) });
    chmodSync(workspace.path('held.key'), 0o600);
    const env = { ...keysOf(workspace), TEST_KEY_DRAFTS_1: undefined, PATH: programs.path };
    const run = startAgentos(['requirements', '--parallel', '2'], { cwd: workspace.dir, env });
    const { code, stdout, stderr } = await run.ended;
    assert.equal(code, 0, stderr);
    const starts = programs.starts();
    for (const name of ['git', 'cat'])
      assert.ok(
        starts.some((start) => start.startsWith(`${name}\n`)),
        `${name} was not recorded`,
      );
    assert.deepEqual(findKeys({ starts: starts.join('\n') }, [key, other]), []);
    assert.deepEqual(findKeys({ stdout, stderr, ...readEverything(workspace.dir, ['held.key']) }, [key, other]), []);
  });
});

async function openHanging(): Promise<SimulatedWorkspace> {
  return await SimulatedWorkspace.open({ issues: 1, scopes: [{ ...anthropic, faults: [{ kind: 'hang' }] }, google] });
}

function start(workspace: SimulatedWorkspace, env: Readonly<Record<string, string>>): Started {
  const argv = ['requirements', '--verbose'];
  return startAgentos(argv, { cwd: workspace.dir, env: { ...keysOf(workspace), ...env } });
}

function keysOf({ keys: [drafts = '', reviews = ''] }: SimulatedWorkspace): Record<string, string> {
  return { TEST_KEY_DRAFTS_1: drafts, TEST_KEY_REVIEWS_1: reviews };
}

function configOf(baseUrl: string): string {
  const drafts = { provider: 'anthropic', secret: 'cmd:cat held.key', baseUrl };
  const reviews = { provider: 'google', secret: 'env:TEST_KEY_REVIEWS_1', baseUrl };
  const roles = { drafter: 'anthropic:claude-sonnet-4-5', reviewer: 'google:gemini-2.5-pro' };
  return JSON.stringify({ ...roles, credentials: { 'drafts-1': drafts, 'reviews-1': reviews } });
}

/** Loaded before anything else: takes the keys as only we can, and fails as soon as a batch runs. */
function whenBatchBegan(fail: string): string {
  return `
    import { existsSync } from 'node:fs';
    const keys = [process.env.TEST_KEY_DRAFTS_1, process.env.TEST_KEY_REVIEWS_1];
    const timer = setInterval(() => {
      if (!existsSync('.agentos/batches')) return;
      clearInterval(timer);
      ${fail};
    }, 10);
    timer.unref();
  `;
}

function preload(workspace: SimulatedWorkspace): string {
  return `--import=${workspace.path('preload.mjs')}`;
}

function hasBegun(workspace: SimulatedWorkspace): boolean {
  return workspace.batches().length > 0 && workspace.journal().some(({ kind }) => kind === 'task-started');
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}

function assertNoKey(workspace: SimulatedWorkspace, said: Readonly<Record<string, string>>): void {
  assert.deepEqual(findKeys({ ...said, ...readEverything(workspace.dir) }, workspace.keys), []);
}
