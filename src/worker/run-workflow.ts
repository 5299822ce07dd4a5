import { hash, randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { programEnvironment } from '../config/environment.ts';
import { makeContext } from '../engines/workflow-context.ts';
import type { AttemptEnd } from '../model/attempt.ts';
import type { PublishedFile } from '../model/event.ts';
import { backoffMs } from '../parallel/retry.ts';
import type { Redaction } from '../redaction/redaction.ts';
import { openAgentHome } from '../store/agent-home.ts';
import { prepareResult } from '../store/results.ts';
import type { Machine } from '../workflows/requirements/machine.ts';
import { runRequirements } from '../workflows/requirements/workflow.ts';
import type { FileToPublish, WorkflowContext } from '../workflows/workflow.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import type { OpenRun } from './open-run.ts';
import type { RunPlace, TaskOrder } from './task-order.ts';

/** Runs a workflow of ours and lays its results beside their places. */
export async function runWorkflow(
  { place, order }: Extract<TaskOrder, { kind: 'requirements' }>,
  run: OpenRun,
  port: CoordinatorPort,
): Promise<AttemptEnd> {
  // Rounds of a checkpoint that was thrown away went with it.
  const earlierRounds = run.checkpoint.resetReason === null ? order.earlierRounds : 0;
  const end = await runRequirements(openContext(place, run, port), { ...order, earlierRounds }, makeMachine(place));
  if (end.kind === 'rejected') return end;
  return { kind: 'done', files: await prepare(place.repoDir, end.results, run.redaction, port), value: null };
}

/** What providers may do: programs that they run for a task have folders of their own below the batch's state. */
function makeMachine({ taskId, repoDir, answersDir }: RunPlace): Machine {
  const batchDir = dirname(answersDir);
  return {
    programs: {
      environment: programEnvironment(),
      repoDir,
      openHome: () => openAgentHome(batchDir, `${taskId}-${randomBytes(6).toString('hex')}`),
    },
    print: (text, stream) => void process[stream].write(text),
    exit: (code) => process.exit(code),
  };
}

function openContext(place: RunPlace, { durable, redaction }: OpenRun, port: CoordinatorPort): WorkflowContext {
  return makeContext(durable, {
    taskId: place.taskId,
    signal: port.signal,
    maxRetries: place.maxRetries,
    now: Date.now,
    log: (message) => process.stdout.write(`${message}\n`),
    async publish(files) {
      await port.request({ kind: 'publish', files: await prepare(place.repoDir, files, redaction, port) });
    },
    backoffMs: (refusals) => backoffMs(refusals, Math.random),
    async permitCall() {
      if (place.isBudgeted) await port.request({ kind: 'call' });
    },
  });
}

/** Lays files beside their places, complete and flushed; their names are in the journal before they are on the disk. */
async function prepare(
  repoDir: string,
  files: readonly FileToPublish[],
  redaction: Redaction,
  port: CoordinatorPort,
): Promise<PublishedFile[]> {
  await port.request({ kind: 'prepare', files: files.map(({ path }) => path) });
  return files.map(({ path, content, replaces }) => {
    const safe = redaction.content(content);
    prepareResult(repoDir, path, safe);
    return { path, sha256: hash('sha256', safe, 'hex'), replaces };
  });
}
