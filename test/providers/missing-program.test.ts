import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { describeMissingProgram } from '../../src/providers/missing-program.ts';
import { Workspace } from '../workspace.ts';

test('a spec that needs a program is told when it is missing, and how to get it', () => {
  using workspace = new Workspace().write({ 'bin/claude': '', 'bin/codex': '', 'tools/own': '' });
  for (const path of ['bin/claude', 'bin/codex', 'tools/own']) chmodSync(workspace.path(path), 0o755);
  const find = (spec: string, path: string) => describeMissingProgram(spec, path, workspace.dir);
  const bin = workspace.path('bin');
  for (const spec of ['claude-cli:m', 'codex-cli:m', 'command:codex x', 'command:tools/own', 'offline:', 'openai:m']) {
    assert.equal(find(spec, bin), null, spec);
  }
  assert.match(find('claude-cli:m', '/nowhere') ?? '', /claude is not in PATH; get it by `npm install --global @anth/);
  assert.match(find('codex-cli:m', '/nowhere') ?? '', /codex is not in PATH; get it by `npm install --global @openai/);
  assert.equal(find('command:nothing -x', bin), 'there is no program "nothing"');
  assert.throws(() => find(`command:'x`, bin), { code: 'SPEC_INVALID' });
});
