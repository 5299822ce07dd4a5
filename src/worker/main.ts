import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FromWorker, ToWorker } from '../parallel/worker-messages.ts';
import { tellFirstRest } from './first-rest.ts';
import type { Question } from './protocol.ts';
import type { TaskOrder } from './task-order.ts';
import { watchParent } from './watch-parent.ts';

type Work = typeof import('./work.ts');

/** A worker is ready before anything that it may need is loaded. */
let loading: Promise<Work> | null = null;
let runner: Work['TaskRunner']['prototype'] | null = null;
const stops: ToWorker[] = [];
let last: Promise<void> = Promise.resolve();

// The coordinator decides when a worker ends: a terminal's signals are meant for it.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTSTP'] as const) process.on(signal, () => {});
// Whoever ends all processes, as a machine that shuts down, ends the programs of a task too: what these say is not believed.
process.on('SIGTERM', () => receive({ kind: 'abort' }));
process.on('disconnect', () => void last.finally(() => process.exit()));
process.on('message', (message: Question | ToWorker) => {
  if (isForRunner(message)) receive(message);
  else void answer(message);
});
void watchParent();
send({ kind: 'ready' });

/** Runs and settlements follow each other; the rest is for the task that runs now. */
function receive(message: ToWorker): void {
  if (message.kind !== 'run' && message.kind !== 'settle') {
    // A stop is for good, also for a task that is not there yet.
    if (message.kind !== 'answered') stops.push(message);
    runner?.receive(message);
    return;
  }
  last = last.then(async () => {
    if (runner === null) {
      tellFirstRest(() => send({ kind: 'rests' }));
      const { TaskRunner } = await loadWork(kindOf(message));
      runner = new TaskRunner(send, stops);
    }
    await runner.take(message);
  });
}

/** What a worker does first, it mostly goes on with. */
async function loadWork(kind: TaskOrder['kind']): Promise<Work> {
  loading ??= import.meta.url.endsWith('.ts') ? import('./work.ts') : loadBuiltWork(kind);
  return await loading;
}

/** With the code that the build compiled. Somebody's own executor needs nothing of our workflows. */
async function loadBuiltWork(kind: TaskOrder['kind']): Promise<Work> {
  const loader: { load(file: string, part: string): Work } = createRequire(import.meta.url)('../bin/compiled-code.cjs');
  const bundle = kind === 'module' ? './executor.cjs' : './work.cjs';
  return loader.load(fileURLToPath(new URL(bundle, import.meta.url)), kind);
}

function kindOf(message: ToWorker): TaskOrder['kind'] {
  return message.kind === 'run' ? (message.order as Pick<TaskOrder, 'kind'>).kind : 'requirements';
}

function send(message: FromWorker): void {
  process.send?.(message);
}

function isForRunner(message: Question | ToWorker): message is ToWorker {
  return ['run', 'settle', 'answered', 'drain', 'abort'].includes(message.kind);
}

async function answer(question: Question): Promise<void> {
  const { loadAnswers } = await loadWork('requirements');
  const { replyTo } = await loadAnswers();
  process.send?.(await replyTo(question));
}
