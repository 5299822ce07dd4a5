import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { runAgentos } from '../faults/processes.ts';
import { sweep } from '../needs.ts';
import { issueText, Workspace } from '../workspace.ts';
import { SimulatedWorkspace } from './simulated-workspace.ts';

const scopes = [
  { id: 'drafts', provider: 'anthropic', keys: 2 },
  { id: 'reviews', provider: 'google' },
] as const;

describe('what is said of a credential is so', { concurrency: 2 }, () => {
  test('a key that is not there is not ready, and one of a program is not tried; nothing is run for that', async () => {
    using workspace = new Workspace();
    const credentials = {
      unset: { provider: 'anthropic', secret: 'env:NOT_SET_ANYWHERE' },
      gone: { provider: 'openai', secret: 'file:gone' },
      program: { provider: 'google', secret: 'cmd:touch ran' },
    };
    workspace.write({ 'agentos.config.json': JSON.stringify({ credentials }) });
    const { code, stdout } = await runAgentos(['credentials', '--json'], { cwd: workspace.dir });
    assert.equal(code, 0);
    const seen = JSON.parse(stdout).credentials.map(({ name, state }: Record<string, unknown>) => [name, state]);
    assert.deepEqual(seen, [
      ['unset', 'unreadable'],
      ['gone', 'unreadable'],
      ['program', 'not tried'],
    ]);
    assert.ok(!existsSync(workspace.path('ran')));
    const specs = ['--drafter', 'anthropic:m', '--reviewer', 'openai:m'];
    workspace.write({ 'docs/issues/1.md': issueText('One') });
    const run = await runAgentos(['requirements', ...specs], { cwd: workspace.dir });
    assert.equal(run.code, 2, run.stderr);
    assert.match(run.stderr, /^agentos: credential unset: NOT_SET_ANYWHERE is not set$/m);
    assert.match(run.stderr, /^credential gone: \/\S+\/gone does not exist$/m, 'all of them are told at once');
  });

  test('who has no credential is told what to set, and --check exits 4', async () => {
    using workspace = new Workspace();
    const plain = await runAgentos(['credentials'], { cwd: workspace.dir });
    assert.equal(plain.code, 0);
    assert.match(
      plain.stderr,
      /none of ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, .* is set: set one, or name/,
    );
    assert.equal((await runAgentos(['credentials', '--check'], { cwd: workspace.dir })).code, 4);
    workspace.write({ 'agentos.config.json': '{"credentials":{}}' });
    const empty = await runAgentos(['credentials'], { cwd: workspace.dir });
    assert.match(empty.stderr, /"credentials" in your config is empty, so that no variable is looked at/);
  });

  sweep('a key that was refused and works again is not disabled any more', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes });
    const stateOf = async (...args: string[]) => {
      const { stdout } = await workspace.run('credentials', '--json', ...args);
      const { credentials } = JSON.parse(stdout);
      return credentials.find(({ name }: Record<string, unknown>) => name === 'reviews-1').state;
    };
    workspace.simulator.set('reviews', { revokedKeys: [0] });
    const run = await workspace.run('requirements');
    assert.equal(run.code, 4, run.stderr);
    const notes = run.stderr.match(/its key is from TEST_KEY_REVIEWS_1, see `agentos credentials --check`/g);
    assert.equal(notes?.length, 1, 'once, whoever else would have needed it');
    assert.equal(await stateOf(), 'disabled');
    workspace.simulator.set('reviews', { revokedKeys: [] });
    assert.equal(await stateOf('--check'), 'ready');
    assert.equal(await stateOf(), 'ready', 'it is written down');
  });

  sweep('calls that reach nobody use up no budget, and a budget that no call fits into starts nothing', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes: [] });
    const put = (budget: object) => {
      const local = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', budget };
      workspace.write({ 'agentos.config.json': JSON.stringify({ credentials: { local } }) });
    };
    const argv = ['requirements', '--drafter', 'openai-compatible:m', '--max-retries', '0', '--max-wait', '0'];
    put({ tokensPerDay: 40_000 });
    for (let count = 0; count < 3; count += 1) {
      const { code, stdout } = await workspace.run(...argv);
      assert.equal(code, 1);
      assert.match(stdout, /drafter: local: no connection to http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)$/m);
    }
    const [seen] = JSON.parse((await workspace.run('credentials', '--json')).stdout).credentials;
    assert.deepEqual([seen.state, seen.calls, seen.tokens, seen.mostTokens], ['ready', 3, 0, 0]);
    put({ tokensPerDay: 1000 });
    const small = await workspace.run(...argv);
    assert.equal(small.code, 2, small.stderr);
    assert.match(small.stderr, /credential local has 1000 "tokensPerDay", and one call of the drafter/);
  });

  test('what a batch had in use is free when it was killed, at once', async () => {
    const service = { ms: 60_000, spread: 0 };
    const slow = scopes.map((scope) => ({ ...scope, service }));
    await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes: slow });
    const inUse = async () => {
      const { credentials } = JSON.parse((await workspace.run('credentials', '--json')).stdout);
      return credentials.flatMap(({ inUseBy }: { inUseBy: string[] }) => inUseBy);
    };
    const batch = workspace.start('requirements');
    let seen: string[] = [];
    for (let count = 0; count < 30 && seen.length === 0; count += 1) seen = await inUse();
    assert.deepEqual(seen, ['1']);
    batch.child.kill('SIGKILL');
    await batch.ended;
    assert.deepEqual(await inUse(), []);
  });
});
