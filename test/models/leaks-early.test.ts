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
