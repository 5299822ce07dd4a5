import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sequentialEngine } from '../../src/engines/sequential.ts';
import { AgentOsError } from '../../src/model/errors.ts';
import type { BatchEvent } from '../../src/model/event.ts';
import type { WorkflowTask } from '../../src/model/task.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import { prepareResult } from '../../src/store/results.ts';
import { Workspace } from '../workspace.ts';

function task(id: string): WorkflowTask {
  const place = { inputPath: '', inputSha256: '', outputPath: `${id}.md` };
  return {
    id: sanitizeTaskId(id),
    workflow: 'requirements',
    title: id,
    reason: 'new',
    estimate: { seconds: null, usd: null },
    conflictsWith: [],
    ...place,
  };
}

test('one task’s failure, also by a defect, changes nothing for the others, and every fate is told in order', async () => {
  using workspace = new Workspace();
  const events: BatchEvent[] = [];
  const plan = {
    workflow: 'requirements',
    tasks: ['1', '2', '3', '4'].map(task),
    skipped: [],
    rejected: [],
    knownIds: new Set<string>(),
    warnings: [],
  } as const;
  const outcomes = await sequentialEngine.execute(plan, {
    repoDir: workspace.dir,
    emit: (event) => events.push(event),
    async execute({ id, outputPath }) {
      if (id === '2') throw new AgentOsError('NO', 'refused');
      if (id === '3') throw new TypeError('a defect');
      prepareResult(workspace.dir, outputPath, id);
      return { files: [{ path: outputPath, sha256: '' }] };
    },
  });
  assert.deepEqual(
    outcomes.map(({ id, kind }) => `${id} ${kind}`),
    ['1 done', '2 failed', '3 failed', '4 done'],
  );
  assert.deepEqual(
    outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.code] : [])),
    ['NO', 'DEFECT'],
  );
  assert.deepEqual(
    events.map((event) => `${event.kind} ${'task' in event ? event.task : ''}`),
    [
      'task-started 1',
      'publishing 1',
      'task-done 1',
      'task-started 2',
      'task-failed 2',
      'task-started 3',
      'task-failed 3',
      'task-started 4',
      'publishing 4',
      'task-done 4',
    ],
  );
  assert.deepEqual(
    workspace.list().map((line) => line.split(' ')[0]),
    ['1.md', '4.md'],
  );
});
