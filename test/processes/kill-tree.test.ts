import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endOrphans, markBatch } from '../../src/processes/batch-mark.ts';
import { killTree } from '../../src/processes/kill-tree.ts';
import { countBirths, findProcess, hasVariable, listProcesses } from '../../src/processes/process-table.ts';
import { waitFor } from '../faults/processes.ts';
import { testWith } from '../needs.ts';

const mark = `AGENTOS_TEST_MARK=${process.pid}-${Date.now()}`;

function start(script: string, assignment: string): ChildProcess {
  const [name = '', value = ''] = assignment.split('=');
  return spawn('sh', ['-c', script], { stdio: 'ignore', env: { PATH: process.env['PATH'], [name]: value } });
}

function wearers(assignment: string): number {
  return listProcesses().filter(({ pid }) => hasVariable(pid, [assignment])).length;
}

testWith('setsid', 'a tree ends with all that left its group, its session or its parent', async () => {
  const child = start('setsid sleep 60 & (setsid sleep 60 &) ; sleep 60', mark);
  await waitFor('the tree', () => wearers(mark) >= 4);
  killTree([child.pid ?? 0], [mark]);
  assert.equal(wearers(mark), 0);
  await once(child, 'exit');
});

testWith('setsid', 'without a mark, what is below a root ends, and nothing beside it', async () => {
  const [child, other] = [start('setsid sleep 60 & sleep 60', `${mark}-a`), start('exec sleep 60', `${mark}-b`)];
  await waitFor('both', () => wearers(`${mark}-a`) >= 3 && wearers(`${mark}-b`) === 1);
  killTree([child.pid ?? 0], []);
  assert.deepEqual([wearers(`${mark}-a`), wearers(`${mark}-b`)], [0, 1]);
  other.kill('SIGKILL');
});

testWith('sh', 'orphans of a batch are known by its mark; a number that was used again is nobody we mean', async () => {
  const variables = markBatch(`/some/folder/${mark}`);
  const [assignment = ''] = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const orphan = start('exec sleep 60', assignment);
  await waitFor('the orphan', () => wearers(assignment) === 1);
  endOrphans(variables);
  await once(orphan, 'exit');
  assert.equal(findProcess(orphan.pid ?? 0), null);
});

testWith(
  'sh',
  'what was born since a process is told by numbers; where these may have begun anew, all are looked at',
  async () => {
    const births = countBirths();
    const child = start('exec sleep 60', `${mark}-c`);
    const pid = child.pid ?? 0;
    const list = (since: number) => listProcesses({ pid, births: since }).map((entry) => entry.pid);
    assert.ok(list(births).includes(pid));
    assert.ok(list(births + 1e9).every((listed) => listed >= pid));
    for (const unknown of [Number.NaN, births - 1e9]) assert.ok(list(unknown).includes(process.pid));
    killTree([], [`${mark}-c`], { pid, births });
    await once(child, 'exit');
  },
);
