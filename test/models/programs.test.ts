import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runAgentos } from '../faults/processes.ts';
import { ScriptedWorkspace } from '../scripted-workspace.ts';
import { projectDir } from '../workspace.ts';

/** A program of the user's that answers our prompts as the simulated models do. */
function writeTool(workspace: ScriptedWorkspace): void {
  const answers = JSON.stringify(join(projectDir, 'src/cli/models/simulated-answers.ts'));
  const script = `
    import { text } from 'node:stream/consumers';
    const { answerAsOffline } = await import(${answers});
    process.stdout.write(answerAsOffline({ prompt: await text(process.stdin) }) ?? '');
  `;
  workspace.write({ 'tools/model.mts': `#!${process.execPath}\n${script}` });
  chmodSync(workspace.path('tools/model.mts'), 0o755);
}

describe('programs as drafters and reviewers', { concurrency: 2 }, () => {
  test('a program of the user answers, and what that cost is not known', async () => {
    using workspace = new ScriptedWorkspace([1]);
    writeTool(workspace);
    const roles = [
      '--drafter',
      'command:tools/model.mts',
      '--reviewer',
      `command:"./tools/model.mts" --as 'a reviewer'`,
    ];
    const { code, stdout, stderr } = await workspace.run('requirements', ...roles, '--json');
    assert.equal(code, 0, stderr);
    assert.deepEqual(workspace.designs(), ['LLD-1.md']);
    assert.equal(JSON.parse(stdout).usd, null);
  });

  test('a program that fails fails its task, with what it said', async () => {
    using workspace = new ScriptedWorkspace([1]);
    const roles = ['--drafter', `command:sh -c 'echo "no such model" >&2; exit 3'`, '--reviewer', 'offline:'];
    const { code, stderr } = await workspace.run('requirements', ...roles, '--max-retries', '0');
    assert.equal(code, 1, stderr);
    assert.match(stderr, /command:sh ended with exit code 3: no such model/);
  });

  test('a program that is not there is told before anything starts: exit 2, and how to get it', async () => {
    using workspace = new ScriptedWorkspace([1]);
    const before = workspace.list();
    const env = { PATH: workspace.path('nowhere'), ANTHROPIC_API_KEY: 'made-up-here', OPENAI_API_KEY: 'made-up-here' };
    const table: [string, RegExp][] = [
      [
        'claude-cli:m',
        /drafter claude-cli:m: the program claude is not in PATH; get it by `npm install --global @anth/,
      ],
      ['codex-cli:m', /drafter codex-cli:m: the program codex is not in PATH/],
      ['command:nothing-here --x', /drafter command:nothing-here --x: there is no program "nothing-here"/],
      [`command:'open`, /names no program, or leaves a quote open/],
    ];
    for (const [drafter, meant] of table) {
      const { code, stderr } = await runAgentos(['requirements', '--drafter', drafter], { cwd: workspace.dir, env });
      assert.equal(code, 2, stderr);
      assert.match(stderr, meant);
    }
    assert.deepEqual(workspace.list(), before);
  });
});
