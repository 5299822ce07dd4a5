import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { claudeAgent } from '../../src/agents/claude/claude-agent.ts';
import { codexAgent } from '../../src/agents/codex/codex-agent.ts';
import type { AnswerRequest, MadeAnswer } from '../../src/simulator/setup.ts';
import { copyExample } from '../../src/store/example-copy.ts';
import type { Evidence } from '../../src/workflows/implementation/evidence.ts';
import { makeRepository } from '../../src/worktrees/make-repository.ts';
import { findKeys, readEverything } from '../models/find-keys.ts';
import { SimulatedWorkspace } from '../models/simulated-workspace.ts';
import { projectDir } from '../workspace.ts';
import { DnsTrap } from './dns-trap.ts';
import { isIsolated, listAgentProcesses, prepareHome } from './surroundings.ts';
import { answerWith, type Wish } from './tool-calls.ts';

const example = join(projectDir, 'examples/timesheet');
const scopes = [
  { id: 'anthropic', provider: 'anthropic' },
  { id: 'openai', provider: 'openai' },
] as const;
const agents = [
  { cli: claudeAgent, name: 'claude-cli:claude-sonnet-4-5', reviewer: 'openai:gpt-5-mini' },
  { cli: codexAgent, name: 'codex-cli:gpt-5.5', reviewer: 'anthropic:claude-sonnet-4-5' },
] as const;

/** What is asked for, by the last sentence of a job; each agent's part is played as in the demo, without its faults. */
const parts: Readonly<Record<string, { readonly path: string; readonly play: string }>> = {
  'Write the tests of the design for issue 301': { path: 'test/totals.test.mjs', play: '301-tests.txt' },
  'Implement the design for issue 301': { path: 'src/totals.mjs', play: '301-code.txt' },
  'Write the tests of the design for issue 302': { path: 'test/duration.test.mjs', play: '302-tests.txt' },
  'Implement the design for issue 302': { path: 'src/duration.mjs', play: '302-code.txt' },
  'Write the tests of the design for issue 303': { path: 'test/entry-refusals.test.mjs', play: '303-tests.txt' },
  'Implement the design for issue 303': { path: 'src/entry.mjs', play: '303-code.txt' },
};

let trap: DnsTrap | null = null;
before(async () => {
  prepareHome();
  if (isIsolated) trap = await DnsTrap.open();
});
after(() => trap?.[Symbol.dispose]());

/** A file that is there is changed by a command: claude writes over none that it has not read. */
function wishFor({ path, play }: { readonly path: string; readonly play: string }): Wish {
  const isThere = existsSync(join(example, path));
  if (isThere) return { kind: 'run', command: `cp play/${play} ${path}` };
  return { kind: 'write', path, text: readFileSync(join(example, 'play', play), 'utf8') };
}

/** The example as a repository whose agents and models are simulated; its designs come from the script. */
function prepare(workspace: SimulatedWorkspace): string {
  const folder = copyExample(example, workspace.path('timesheet'));
  const { credentials } = JSON.parse(readFileSync(workspace.path('agentos.config.json'), 'utf8'));
  const own = JSON.parse(readFileSync(join(folder, 'agentos.config.json'), 'utf8'));
  writeFileSync(join(folder, 'agentos.config.json'), JSON.stringify({ ...own, credentials }));
  makeRepository(folder);
  return folder;
}

function readEvidence(folder: string, id: string): Evidence {
  return JSON.parse(readFileSync(join(folder, `docs/lineage/${id}-impl/evidence.json`), 'utf8'));
}

for (const { cli, name, reviewer } of agents) {
  test(`the demo with ${name} in place of the script: three issues to three branches with evidence`, async () => {
    let folder = '';
    const answer = (request: AnswerRequest): MadeAnswer | null => {
      const job = Object.keys(parts).find((sentence) => request.prompt.includes(sentence));
      const part = job === undefined ? undefined : parts[job];
      if (part === undefined || request.provider !== cli.provider) return null;
      const id = job?.slice(-'301'.length) ?? '';
      return answerWith(cli, () => join(folder, '.agentos/worktrees', id), [wishFor(part)])(request);
    };
    await using workspace = await SimulatedWorkspace.open({ issues: 0, scopes, answer });
    folder = prepare(workspace);
    const designed = await workspace.run('requirements', '--repo', folder, '--parallel', '3');
    assert.equal(designed.code, 0, designed.stderr);
    const roles = ['--agent', name, '--reviewer', reviewer];
    const { code, stdout, stderr } = await workspace.run('implement', '--repo', folder, ...roles, '--parallel', '2');
    assert.equal(code, 0, stderr);
    for (const id of ['301', '302', '303']) {
      const { commit, gates, receipt } = readEvidence(folder, id);
      assert.deepEqual(
        gates.filter(({ state }) => state === 'failed'),
        [],
      );
      assert.equal(
        execFileSync('git', ['rev-parse', `agentos/${id}`], { cwd: folder, encoding: 'utf8' }).trim(),
        commit,
      );
      assert.ok((receipt?.usd ?? 0) > 0, JSON.stringify(receipt));
    }
    assert.deepEqual(findKeys({ stdout, stderr, ...readEverything(workspace.dir) }, workspace.keys), []);
    assert.deepEqual(listAgentProcesses(), []);
    assert.deepEqual(trap?.names ?? [], []);
  });
}
