import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { runAgentos } from '../faults/processes.ts';
import { issueText, Workspace } from '../workspace.ts';
import { findKeys, readEverything, recordPrograms } from './find-keys.ts';

const wellKnown = {
  ANTHROPIC_API_KEY: `sk-ant-api03-${randomBytes(30).toString('base64url')}`,
  OPENAI_API_KEY: `sk-proj-${randomBytes(30).toString('base64url')}`,
};
const keys = Object.values(wellKnown);
const [first = ''] = keys;

describe('keys of the environment that no role of this command uses', { concurrency: 2 }, () => {
  for (const argv of [['requirements'], ['requirements', '--dry-run'], ['requirements', '--dry-run', '--json']]) {
    test(`stand in an issue: \`${argv.join(' ')}\``, async () => {
      using workspace = new Workspace();
      workspace.write({
        'docs/issues/1.md': `${issueText(`Rotate ${first}`)}\n## Context\n\nUse ${keys.join(', ')}\n`,
      });
      const { stdout, stderr } = await runAgentos(argv, { cwd: workspace.dir, env: wellKnown });
      assert.deepEqual(findKeys({ stdout, stderr, ...readEverything(workspace.dir, ['docs/issues']) }, keys), []);
    });
  }

  for (const argv of [
    ['requirements', first],
    ['requirements', `--${first}`],
    ['requirements', '--repo', first],
    ['requirements', '--config', first],
    ['requirements', '--issues', first],
    [first],
    ['credentials', first],
    ['show', first],
    ['lint', first],
    ['approve', first],
    ['simulate', '--port', first],
  ]) {
    test(`are given where they must not: \`${argv.join(' ').replace(first, 'KEY')}\``, async () => {
      using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
      const { stdout, stderr } = await runAgentos(argv, { cwd: workspace.dir, env: wellKnown });
      assert.deepEqual(findKeys({ stdout, stderr }, keys), []);
    });
  }
});

describe('children that are started before anything is known', { concurrency: 2 }, () => {
  for (const [title, argv, files] of [
    ['demo', ['demo'], {}],
    ['lint', ['lint', 'LLD-1.md'], { 'LLD-1.md': '# 1 - One\n\n## 1. Context & Goal\n' }],
    ['a config that is a module', ['config'], { 'agentos.config.ts': 'export default { parallel: 2 };' }],
    ['a batch with such a config', ['requirements'], { 'agentos.config.ts': 'export default { parallel: 2 };' }],
  ] as const) {
    test(title, async () => {
      using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), ...files });
      const programs = recordPrograms(workspace.path('programs'), ['git', 'setpriv', 'ps']);
      await runAgentos(argv, { cwd: workspace.dir, env: { ...wellKnown, PATH: programs.path } });
      assert.ok(programs.starts().length > 0);
      assert.deepEqual(findKeys({ starts: programs.starts().join('\n') }, keys), []);
    });
  }
});

describe('keys in variables that only the config names, of commands that load none', { concurrency: 2 }, () => {
  const key = `k${randomBytes(20).toString('hex')}`;
  const named = { MY_OWN_KEY: key, EMPTY_KEY: '', SHORT_KEY: 'x1' };
  const entry = (variable: string) => ({
    provider: 'anthropic',
    secret: `env:${variable}`,
    baseUrl: 'http://127.0.0.1:9',
  });
  const config = {
    credentials: {
      one: entry('MY_OWN_KEY'),
      two: entry('EMPTY_KEY'),
      three: entry('SHORT_KEY'),
      four: entry('NOT_SET'),
    },
  };
  const module = `export default ${JSON.stringify(config)};`;
  const issue = `${issueText(`Rotate ${key}`)}\n## Context\n\nUse ${key}\n`;
  const children = ['git', 'setpriv', 'ps'];

  for (const [title, argv, files] of [
    ['a dry run', ['requirements', '--dry-run'], { 'agentos.config.json': JSON.stringify(config) }],
    ['a dry run as JSON', ['requirements', '--dry-run', '--json'], { 'agentos.config.json': JSON.stringify(config) }],
    ['a batch that asks no model', ['requirements'], { 'agentos.config.json': JSON.stringify(config) }],
    ['a batch with a module', ['requirements'], { 'agentos.config.ts': module }],
    ['a list of credentials', ['credentials'], { 'agentos.config.json': JSON.stringify(config) }],
  ] as const) {
    test(title, async () => {
      using workspace = new Workspace().write({ 'docs/issues/1.md': issue, ...files });
      const programs = recordPrograms(workspace.path('programs'), children);
      const env = { ...named, PATH: programs.path };
      const { code, stdout, stderr } = await runAgentos(argv, { cwd: workspace.dir, env });
      assert.equal(code, 0, stderr);
      const written = readEverything(workspace.dir, ['docs/issues', 'programs']);
      assert.deepEqual(findKeys({ stdout, stderr, ...written }, [key]), []);
      // A module is evaluated by a child of its own, before anybody knows what it will name.
      const late = programs.starts().filter((start) => !('agentos.config.ts' in files) || start.startsWith('git'));
      assert.deepEqual(findKeys({ starts: late.join('\n') }, [key]), []);
    });
  }

  test('a config that is refused has named them, too', async () => {
    const broken = { ...config, prices: { nonsense: 1 }, parallel: 3 };
    using workspace = new Workspace().write({
      'docs/issues/1.md': issue,
      'agentos.config.json': JSON.stringify(broken),
    });
    const { code, stdout, stderr } = await runAgentos(['requirements', '--dry-run', '--repo', '.'], {
      cwd: workspace.dir,
      env: named,
    });
    assert.equal(code, 2, stdout);
    assert.deepEqual(findKeys({ stdout, stderr }, [key]), []);
  });
});
