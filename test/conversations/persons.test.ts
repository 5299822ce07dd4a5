import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { dryRunIssue } from './content.ts';
import { approves, checksIssue, discusses } from './plays.ts';
import { TalkWorkspace } from './talk-workspace.ts';
import { steps } from './two-rounds.ts';

const contradiction = {
  first: 'It writes nothing',
  second: 'It writes a log of the plan',
  question: 'Shall a dry run write a log?',
};

function designOf(workspace: TalkWorkspace, id: number): string {
  return readFileSync(workspace.path(`docs/lld/active/LLD-${id}.md`), 'utf8');
}

async function answer(workspace: TalkWorkspace, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await workspace.run(...args);
  assert.equal(code, 0, stderr);
  assert.ok(stderr.includes(`agentos resume ${workspace.lastBatch()}`), stderr);
}

describe('a task that waits for a person', { concurrency: 2 }, () => {
  test('waits at both gates, over restarts, while the batch ends; nothing is asked of a model twice', async () => {
    await using workspace = await TalkWorkspace.open({ tasks: 1 });
    const first = await workspace.run('requirements', '--gate', 'all');
    assert.equal(first.code, 1, first.stderr);
    assert.deepEqual(workspace.fates(), { 1: 'parked' });
    const shown = await workspace.run('show', '1');
    assert.match(shown.stdout, /Shall this draft go to review\? Read docs\/lineage\/1-lld\/002-draft\.md\. Errors: 0/);
    await answer(workspace, 'approve', '1');
    const second = await workspace.run('resume');
    assert.equal(second.code, 1, second.stderr);
    assert.match(
      (await workspace.run('show', '1')).stdout,
      /The reviewer approves docs\/lineage\/1-lld\/005-draft\.md\. Do you\?/,
    );
    assert.deepEqual(workspace.designs(), []);
    await answer(workspace, 'approve', '1', '--note', 'As agreed.');
    const third = await workspace.run('resume');
    assert.equal(third.code, 0, third.stderr);
    assert.match(designOf(workspace, 1), /### Review #2 \(APPROVED, approved by a person\)\n[\s\S]*As agreed\./);
    assert.equal(workspace.truth.length, steps.length);
  });

  test('holds up no other task, whether the reviewer asks or the issue contradicts itself', async () => {
    await using workspace = await TalkWorkspace.open({
      tasks: 3,
      others: {
        '1 review': discusses('Which format?'),
        '2 check-issue': checksIssue([contradiction]),
        '2 review': approves(),
      },
    });
    workspace.writeIssue(2, dryRunIssue.replace('- [ ] It ends', '- [ ] It writes a log of the plan\n- [ ] It ends'));
    const first = await workspace.run('requirements', '--parallel', '3');
    assert.equal(first.code, 1, first.stderr);
    assert.deepEqual(workspace.fates(), { 1: 'parked', 2: 'parked', 3: 'done' });
    assert.match((await workspace.run('show', '1')).stdout, /parked \(needs-human\): Which format\?/);
    assert.match(
      (await workspace.run('show', '2')).stdout,
      /The issue contradicts itself: .*Shall a dry run write a log\?/,
    );
    await answer(workspace, 'approve', '1', '--note', 'Lines.');
    await answer(workspace, 'approve', '2', '--note', 'No log at all.');
    const second = await workspace.run('resume', '--parallel', '2');
    assert.equal(second.code, 0, second.stderr);
    assert.deepEqual(workspace.designs(), ['LLD-1.md', 'LLD-2.md', 'LLD-3.md']);
    assert.match(designOf(workspace, 1), /DISCUSS, approved by a person/);
    assert.deepEqual(
      workspace.answeredSteps(),
      ['1 check-issue', '1 draft', '1 review', '2 check-issue', '2 draft', '2 review'].concat(
        steps.map((step) => `3 ${step}`),
      ),
    );
    assert.deepEqual(new Set(workspace.answered.values()), new Set([1]));
    const draft = workspace.heard.find(({ about }) => about.startsWith('2 draft '));
    assert.match(draft?.prompt ?? '', /No log at all\./);
  });
});
