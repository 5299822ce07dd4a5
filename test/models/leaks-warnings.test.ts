import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runAgentos } from '../faults/processes.ts';
import { issueText, Workspace } from '../workspace.ts';
import { findKeys } from './find-keys.ts';

const key = `sk-ant-api03-${randomBytes(30).toString('base64url')}`;

/** Loaded before the program, as a module that misbehaves would be: it knows the key, and speaks when all is set up. */
function misbehave(workspace: Workspace, script: string): Record<string, string> {
  workspace.write({
    'docs/issues/1.md': issueText('One'),
    'misbehave.mjs': `const key = process.env.ANTHROPIC_API_KEY;\nif (key) setTimeout(() => { ${script} }, 60);\n`,
  });
  return { ANTHROPIC_API_KEY: key, NODE_OPTIONS: `--import=${pathToFileURL(workspace.path('misbehave.mjs')).href}` };
}

describe('what Node itself would print', { concurrency: 2 }, () => {
  for (const [title, script, said] of [
    ['a warning', 'process.emitWarning("the key is " + key)', /agentos: Warning: the key is \[redacted/],
    ['a warning with a name', "process.emitWarning(key, 'DeprecationWarning')", /DeprecationWarning: \[redacted/],
  ] as const) {
    test(`${title} is redacted`, async () => {
      using workspace = new Workspace();
      const env = misbehave(workspace, script);
      const { code, stdout, stderr } = await runAgentos(['requirements'], { cwd: workspace.dir, env });
      assert.equal(code, 0, stderr);
      assert.match(stderr, said);
      assert.deepEqual(findKeys({ stdout, stderr }, [key]), []);
    });
  }

  for (const [title, script] of [
    ['an error that nobody caught', 'throw new Error("bad " + key)'],
    ['an error with a cause and a field', 'throw Object.assign(new Error("x", { cause: key }), { key })'],
    ['a rejection that nobody caught', 'void Promise.reject(new Error(key))'],
    ['something thrown that is no error', 'throw { key }'],
  ] as const) {
    test(`${title} is redacted, and ends it: exit 70`, async () => {
      using workspace = new Workspace();
      const env = misbehave(workspace, script);
      const { code, stdout, stderr } = await runAgentos(['requirements'], { cwd: workspace.dir, env });
      assert.equal(code, 70, stderr);
      assert.match(stderr, /this is a defect of agentos/);
      assert.deepEqual(findKeys({ stdout, stderr }, [key]), []);
    });
  }

  test('whoever switched warnings off gets none', async () => {
    using workspace = new Workspace();
    const env = { ...misbehave(workspace, 'process.emitWarning("hm")'), NODE_NO_WARNINGS: '1' };
    const { stderr } = await runAgentos(['requirements'], { cwd: workspace.dir, env });
    assert.doesNotMatch(stderr, /Warning/);
  });
});
