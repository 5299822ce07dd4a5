import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Ending, runAgentos } from '../faults/processes.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { hangingUp, PullServer } from './pull-server.ts';
import { makeToken } from './setup.ts';

/** The example with its designs, and `origin` on a GitHub of its own. */
class PulledWorkspace extends Workspace implements AsyncDisposable {
  readonly server: PullServer;

  private constructor(server: PullServer) {
    super();
    this.server = server;
    server.token = makeToken();
    cpSync(join(projectDir, 'examples/timesheet'), this.dir, { recursive: true });
    const spec = 'scripted:play/script.json';
    const github = { baseUrl: server.origin, token: 'env:TOKEN_OF_TEST' };
    this.write({ 'agentos.config.json': JSON.stringify({ drafter: spec, reviewer: spec, agent: spec, github }) });
    this.git('init', '-q');
    this.git('add', '--all');
    this.git('commit', '-qm', 'Start');
    this.git('remote', 'add', 'origin', `${server.origin}/octo/demo.git`);
  }

  static async open(): Promise<PulledWorkspace> {
    return new PulledWorkspace(await PullServer.open());
  }

  async run(...args: readonly string[]): Promise<Ending> {
    return await runAgentos(args, { cwd: this.dir, env: { TOKEN_OF_TEST: this.server.token ?? '' } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }
}

test('with --pr each branch ends as one draft; what failed is exit 1, undoes nothing, and a resume opens it', async () => {
  await using workspace = await PulledWorkspace.open();
  const { server } = workspace;
  assert.equal((await workspace.run('requirements', '--ids', '302', '303', '--parallel', '2')).code, 0);
  server.faults.push(hangingUp, hangingUp, hangingUp);
  const first = await workspace.run('implement', '--parallel', '2', '--pr');
  assert.equal(first.code, 1, first.stdout + first.stderr);
  assert.match(first.stderr, /2 done · 0 failed/);
  assert.match(first.stderr, /Not handed over as pull requests: .*Run `agentos resume /);
  const second = await workspace.run('resume');
  assert.equal(second.code, 0, second.stderr);
  assert.deepEqual(server.pulls.map(({ head, draft }) => [head, draft]).sort(), [
    ['agentos/302', true],
    ['agentos/303', true],
  ]);
  assert.equal(server.git('rev-parse', 'agentos/303'), workspace.git('rev-parse', 'agentos/303'));
  const shown = JSON.parse((await workspace.run('show', '303', '--json')).stdout).task;
  const { number } = server.pulls.find(({ head }) => head === 'agentos/303') ?? {};
  assert.deepEqual(shown.pullRequest, { number, url: `${server.origin}/octo/demo/pull/${number}` });
  assert.equal(shown.commit, server.git('rev-parse', 'agentos/303'));
  assert.ok((await workspace.run('show', '303')).stdout.includes(`pull request #${number}  ${shown.pullRequest.url}`));
  const third = await workspace.run('implement', '--pr');
  assert.deepEqual([third.code, server.pulls.length], [0, 2], third.stderr);
  for (const { stdout, stderr } of [first, second, third])
    assert.equal((stdout + stderr).includes(server.token ?? 'none'), false);
});

test('without a token, or a repository on GitHub, --pr is refused before anything starts', async () => {
  await using workspace = await PulledWorkspace.open();
  const { token } = workspace.server;
  assert.equal((await workspace.run('requirements', '--ids', '302')).code, 0);
  workspace.server.token = null;
  assert.equal((await workspace.run('implement', '--pr')).code, 2);
  workspace.server.token = token;
  workspace.git('remote', 'set-url', 'origin', 'https://gitlab.example/a/b.git');
  const { code, stderr } = await workspace.run('implement', '--pr');
  assert.equal(code, 2);
  assert.match(stderr, /--pr needs a repository on .*--source github:/);
  assert.equal(workspace.git('branch', '--list', 'agentos/*'), '');
});
