import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { agentos, Workspace } from '../workspace.ts';

const design = `# LLD Finalized

Status: APPROVED

---

# 1 - One

## 2. Proposed Changes

### 2.1 Files Changed

| File | Change Type | Description |
|---|---|---|
| \`src/one.mjs\` | Add | Why |
`;

/** A repository with one approved design that nobody can build as it is: every test ends before that. */
class Checkout extends Workspace {
  constructor({ isOffline = false, isGit = true, folder = '' } = {}) {
    super();
    const documentSha256 = hash('sha256', design, 'hex');
    this.write({
      [`${folder}docs/lld/active/LLD-1.md`]: design,
      [`${folder}docs/lineage/1-lld/approval.json`]: JSON.stringify({
        schemaVersion: 1,
        issueSha256: 'x',
        documentSha256,
        isOffline,
      }),
      [`${folder}empty.json`]: JSON.stringify({ schemaVersion: 1, agents: {} }),
    });
    if (isGit) this.git('init', '--quiet');
  }

  commit(): this {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'base');
    return this;
  }

  async implement(args: readonly string[], options: { cwd?: string; env?: object } = {}) {
    return await agentos(['implement', ...args], { cwd: this.dir, ...options });
  }

  /** Refused before anything was written. */
  async refuses(args: readonly string[], message: RegExp, options: { cwd?: string; env?: object } = {}): Promise<void> {
    const { code, stderr } = await this.implement(args, options);
    assert.match(stderr, message);
    assert.equal(code, 2, stderr);
    assert.ok(!existsSync(this.path('.agentos')));
  }
}

const scripted = ['--agent', 'scripted:empty.json'];

test('without an agent nothing starts, and the choices are named', async () => {
  using checkout = new Checkout().commit();
  await checkout.refuses([], /nobody was chosen to write the code: give --agent, .*claude-cli:….*model:….*scripted:…/);
  const planned = await checkout.implement(['--dry-run']);
  assert.match(planned.stdout, /^implement: 1 task · 1 at a time · no agent chosen yet \(--agent\) · sandbox auto$/m);
});

test('a design that no model reviewed is left out until somebody says that this will do', async () => {
  using checkout = new Checkout({ isOffline: true }).commit();
  const left = await checkout.implement(scripted);
  assert.equal(left.code, 0);
  assert.match(left.stderr, /left out: 1; no model reviewed these designs \(--accept-offline builds them\)/);
  await checkout.refuses([...scripted, '--ids', '1'], /--accept-offline was not given/);
  const taken = await checkout.implement([...scripted, '--accept-offline', '--dry-run', '--json']);
  assert.equal(JSON.parse(taken.stdout).tasks.length, 1);
});

test('where no worktree can be made, nothing starts, and the fix is named', async () => {
  using plain = new Checkout({ isGit: false });
  await plain.refuses(scripted, /is no git repository: run `git init` and commit/);
  using unborn = new Checkout();
  await unborn.refuses(scripted, /this branch has no commit yet: commit something first/);
  using checkout = new Checkout().commit();
  await checkout.refuses(scripted, /lies inside git's own folder: no worktree is made there/, {
    env: { AGENTOS_WORKTREE_DIR: '.git/worktrees-of-mine' },
  });
  using inner = new Checkout({ folder: 'inner/' }).write({ 'inner/agentos.config.json': '{}' }).commit();
  await inner.refuses(scripted, /is not the top of a work tree: use --repo /, { cwd: inner.path('inner') });
});

test('a program or script that is not there, or is none, is told before anything starts', async () => {
  using checkout = new Checkout().write({ 'broken.json': '{', 'play.json': '{"schemaVersion":1,"tasks":{}}' }).commit();
  await checkout.refuses(['--agent', 'acp:no-such-agent --acp'], /agent acp:.*there is no program "no-such-agent"/);
  await checkout.refuses(['--agent', 'command:no-such-agent'], /there is no program "no-such-agent"/);
  await checkout.refuses(['--agent', 'scripted:missing.json'], /missing\.json cannot be read/);
  await checkout.refuses(['--agent', 'scripted:broken.json'], /broken\.json/);
  await checkout.refuses(['--agent', 'scripted:play.json'], /play\.json.*agents/);
  await checkout.refuses(['--agent', 'anthropic:opus'], /--agent must be one of claude-cli:…/);
});

test('where nothing is to be built, it is said what was looked for, where, and what to do', async () => {
  using workspace = new Workspace().write({ 'src/one.mjs': '', 'docs/lld/active/README.md': '' });
  const implement = async (...args: string[]) =>
    await agentos(['implement', ...scripted, ...args], { cwd: workspace.dir });
  workspace.git('init', '--quiet');
  workspace.git('add', '--all');
  workspace.git('commit', '--quiet', '--message', 'base');
  const below = await implement('--repo', 'src');
  assert.match(below.stderr, /src is not the top of a work tree: use --repo /);
  assert.equal(below.code, 2);
  const missing = await implement();
  assert.match(missing.stderr, /empty\.json cannot be read/);
  assert.equal(missing.code, 2);
  workspace.write({ 'empty.json': '{"schemaVersion":1,"agents":{}}' });
  const advice =
    /found no design in docs\/lld\/active \(repository .*\): make designs of issues by `agentos requirements`/;
  for (const args of [[], ['--dry-run'], ['--json']]) {
    const { code, stderr } = await implement(...args);
    assert.match(stderr, advice);
    assert.equal(code, 0, stderr);
  }
  workspace.write({ 'docs/lld/active/LLD-1.md': design });
  const { code, stderr } = await implement();
  assert.match(stderr, /1 design in docs\/lld\/active without a record of an approval .*: 1; .*`--ids 1 --force`/);
  assert.match(
    stderr,
    /`agentos requirements` makes them anew from their issues, and keeps these texts/,
    'it reviews none',
  );
  assert.equal(code, 0, stderr);
  assert.ok(!existsSync(workspace.path('.agentos')));
});

test('a sandbox that is required and does not work stops everything', async () => {
  using checkout = new Checkout().commit();
  const path = checkout.path('.git/programs');
  mkdirSync(path);
  for (const name of ['git', 'sh']) symlinkSync(findProgram(name), join(path, name));
  const env = { PATH: path };
  await checkout.refuses([...scripted, '--sandbox', 'required'], /A sandbox is required, and bwrap is missing/, {
    env,
  });
  await checkout.refuses([...scripted, '--sandbox', 'maybe'], /--sandbox must be one of required, auto, off/);
  const { code, stderr } = await checkout.implement(scripted, { env });
  assert.equal(code, 1, 'its design says nothing of scenarios');
  assert.match(stderr, /WARNING: .* run WITHOUT A SANDBOX \(bwrap is missing: install bubblewrap\)/);
});

test('a budget that does not hold the agent is warned of in the dry run and in the plan line', async () => {
  using checkout = new Checkout().commit();
  const args = ['--agent', 'command:sh -c true', '--budget', '1'];
  const planned = await checkout.implement([...args, '--dry-run']);
  assert.match(planned.stderr, /nobody measures what agent command:sh -c true costs: --budget will not hold it/);
  const { stderr } = await checkout.implement([...args, '--sandbox', 'off']);
  assert.match(stderr, /agent command:sh -c true \(unmeasured: no budget holds it\)/);
});

test('an agent by its own login works alone, without a pool and without a budget', async () => {
  using checkout = new Checkout().write({ 'agentos.config.json': '{"agentAuth":"login"}' }).commit();
  const login = ['--agent', 'command:true'];
  const planned = await checkout.implement([...login, '--parallel', '3', '--dry-run']);
  assert.match(planned.stdout, /1 at a time .* · agent by its own login · sandbox auto$/m);
  assert.match(planned.stderr, /one task at a time: agent command:true works by your own login \("agentAuth"\)/);
  await checkout.refuses([...login, '--budget', '5'], /nobody measures what agent command:true costs by its own login/);
  for (const agent of ['model:anthropic:opus', 'acp:cat'])
    await checkout.refuses(['--agent', agent], /has no login of its own: set "agentAuth" to "gateway"/);
});

test('an agent that asks models needs a credential for them: exit 4', async () => {
  using checkout = new Checkout().commit();
  const env = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_AUTH_TOKEN: undefined };
  const { code, stderr } = await checkout.implement(['--agent', 'model:anthropic:opus'], { env });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /agent model:anthropic:opus has no credential: set ANTHROPIC_API_KEY/);
});

function findProgram(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  assert.ok(found, `${name} is nowhere`);
  return found;
}

test('a branch that is in the way of all of ours is told before anything starts', async () => {
  using checkout = new Checkout().commit();
  checkout.git('branch', 'agentos');
  const message = /branch agentos is in the way of agentos\/<id>: rename it \(git branch -m agentos <name>\)/;
  await checkout.refuses(['--agent', 'scripted:empty.json', '--sandbox', 'off'], message);
});
