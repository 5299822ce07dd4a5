import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { startAgentos, waitFor } from '../faults/processes.ts';
import { issueText, Workspace } from '../workspace.ts';
import { drafter, reviewer, SimulatedWorkspace } from './simulated-workspace.ts';

const scopes = [
  { id: 'drafts', provider: 'anthropic', keys: 2 },
  { id: 'reviews', provider: 'google' },
] as const;

describe('commands about credentials', { concurrency: 2 }, () => {
  test('credentials lists names, states and spend, before and after a batch, and writes nothing', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 2, scopes });
    const before = workspace.list();
    const first = JSON.parse((await workspace.run('credentials', '--json')).stdout);
    assert.deepEqual(workspace.list(), before);
    assert.deepEqual(
      first.credentials.map(({ name, state, calls }: Record<string, unknown>) => `${name} ${state} ${calls}`),
      ['drafts-1 ready 0', 'drafts-2 ready 0', 'reviews-1 ready 0'],
    );
    assert.equal((await workspace.run('requirements')).code, 0);
    const { stdout, code } = await workspace.run('credentials', '--json');
    assert.equal(code, 0);
    const { credentials } = JSON.parse(stdout);
    const calls = credentials.reduce((sum: number, one: { calls: number }) => sum + one.calls, 0);
    assert.equal(calls, workspace.truth().length);
    assert.ok(
      credentials.every(({ usd }: { usd: number }) => usd >= 0),
      stdout,
    );
    const { stdout: text } = await workspace.run('credentials');
    assert.match(text, /^NAME +PROVIDER +SCOPE +STATE/m);
    assert.match(text, /^drafts-1 +anthropic +drafts +ready/m);
  });

  test('--check asks each provider once, for nothing, and exits 4 if a key is refused', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 0, scopes });
    const good = await workspace.run('credentials', '--check');
    assert.equal(good.code, 0, good.stderr);
    assert.deepEqual(
      workspace.simulator.log.map(({ call }) => call),
      ['models', 'models', 'models'],
    );
    workspace.simulator.set('drafts', { revokedKeys: [1] });
    const { code, stdout } = await workspace.run('credentials', '--check', '--json');
    assert.equal(code, 4);
    const { checks } = JSON.parse(stdout);
    assert.deepEqual(
      checks.map(({ name, isUsable }: Record<string, unknown>) => [name, isUsable]),
      [
        ['drafts-1', true],
        ['drafts-2', false],
        ['reviews-1', true],
      ],
    );
  });

  test('--check tells trouble on the way from a refusal: exit 1, and one secret that is lost hides no other', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 0, scopes });
    const config = JSON.parse(readFileSync(workspace.path('agentos.config.json'), 'utf8'));
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const address = nobody.address();
    nobody.close();
    config.credentials['drafts-1'].baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    config.credentials['drafts-2'].secret = 'env:NOT_SET_ANYWHERE';
    workspace.write({ 'agentos.config.json': JSON.stringify(config) });
    const { code, stdout } = await workspace.run('credentials', '--check');
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^check drafts-1: nobody knows, try again later \(transient\): /m);
    assert.match(stdout, /^check drafts-2: the key cannot be read: NOT_SET_ANYWHERE is not set/m);
    assert.match(stdout, /^check reviews-1: the key works$/m);
    workspace.simulator.set('reviews', { revokedKeys: [0] });
    const refused = await workspace.run('credentials', '--check', '--json');
    assert.equal(refused.code, 4);
    const { checks } = JSON.parse(refused.stdout);
    assert.deepEqual(
      checks.map(({ trouble }: Record<string, unknown>) => trouble),
      ['transient', 'unreadable', 'auth'],
    );
  });

  test('simulate prints what leads to it, serves a batch with hard limits, and records what really happened', async () => {
    using workspace = new Workspace();
    const scope = (provider: string) => ({
      id: provider,
      provider,
      keys: 2,
      limits: { concurrency: 2, requests: { kind: 'bucket', perMinute: 6000, burst: 2 } },
      service: { ms: 30, spread: 0 },
    });
    workspace.write({
      'setup.json': JSON.stringify({ schemaVersion: 1, scopes: [scope('anthropic'), scope('google')] }),
    });
    for (const id of [1, 2, 3, 4, 5, 6]) workspace.write({ [`docs/issues/${id}.md`]: issueText(`Issue ${id}`) });
    const simulator = startAgentos(['simulate', '--setup', 'setup.json', '--log', 'truth.ndjson'], {
      cwd: workspace.dir,
    });
    let said = '';
    simulator.child.stdout?.on('data', (chunk: Buffer) => (said += chunk));
    await waitFor('its lines', () => said.includes('GEMINI_API_KEY') && said.endsWith('\n'));
    const pairs = [...said.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
    const argv = ['requirements', '--drafter', drafter, '--reviewer', reviewer, '--parallel', '4'];
    const run = await startAgentos(argv, { cwd: workspace.dir, env: Object.fromEntries(pairs) }).ended;
    assert.equal(run.code, 0, run.stderr);
    simulator.child.kill('SIGINT');
    assert.equal((await simulator.ended).code, 0);
    const truth = readFileSync(workspace.path('truth.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(truth.filter(({ kind }) => kind === 'answered').length, 18);
    assert.ok(truth.filter(({ kind }) => kind !== 'answered').length <= 2, 'at most one per hidden limit');
  });

  test('simulate prints keys of one’s own also where the shell has them from an earlier one', async () => {
    const key = 'made-up-by-myself-77';
    using workspace = new Workspace();
    const scopes = [{ id: 'a', provider: 'anthropic', keys: [key] }];
    workspace.write({ 'setup.json': JSON.stringify({ schemaVersion: 1, scopes }) });
    const env = { ANTHROPIC_API_KEY: key };
    const simulator = startAgentos(['simulate', '--setup', 'setup.json'], { cwd: workspace.dir, env });
    let said = '';
    simulator.child.stdout?.on('data', (chunk: Buffer) => (said += chunk));
    await waitFor('its line', () => said.endsWith('\n'));
    simulator.child.kill('SIGINT');
    assert.equal((await simulator.ended).code, 0);
    assert.match(said, new RegExp(`^export ANTHROPIC_API_KEY=${key} `));
  });

  test('what a setup, a port or a log says wrongly is told before anything listens, and no folder is made', async () => {
    using workspace = new Workspace();
    workspace.write({ 'setup.json': '{"scopes":[{"id":"a"}]}' });
    for (const argv of [
      ['--log', 'no-such-folder/truth.ndjson'],
      ['--log', '.'],
      ['--setup', 'setup.json'],
      ['--setup', 'missing.json'],
      ['--port', '70000'],
    ]) {
      const { code, stderr } = await startAgentos(['simulate', ...argv], { cwd: workspace.dir }).ended;
      assert.equal(code, 2, stderr);
      assert.match(stderr, /--setup|--port|--log/);
      assert.ok(!existsSync(workspace.path('no-such-folder')));
    }
  });
});
