import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectDir } from './workspace.ts';

test('the library lets out exactly this', async () => {
  const door = await import('../src/index.ts');
  assert.deepEqual(Object.keys(door).sort(), [
    'AgentOsError',
    'OutputPrefixer',
    'ParallelCoordinator',
    'executeTasksParallel',
    'sanitizeTaskId',
  ]);
});

test('its types are exactly these', () => {
  const source = readFileSync(join(projectDir, 'src/index.ts'), 'utf8');
  const names = [...source.matchAll(/export type \{([^}]+)\}/g)].flatMap(([, list = '']) => list.split(','));
  assert.deepEqual(names.map((name) => name.trim()).sort(), [
    'AttemptEnd',
    'Clock',
    'CoordinatedTask',
    'CoordinatorListener',
    'CoordinatorOptions',
    'Executor',
    'ExecutorEnv',
    'Failure',
    'FailureCode',
    'Fate',
    'ParallelConfig',
    'ParallelTask',
    'ParkedAttempt',
    'PrefixerOptions',
    'TaskId',
    'TaskResult',
    'UsedBounds',
  ]);
});
