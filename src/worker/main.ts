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
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGTSTP'] as const) process.on(signal, () => {});
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
      const { TaskRunner } = await loadWork(isForExecutor(message) ? './executor.cjs' : './work.cjs');
      runner = new TaskRunner(send, stops);
    }
    await runner.take(message);
  });
}

/** A worker serves one kind of batch: the first message tells which. */
async function loadWork(bundle: string): Promise<Work> {
  loading ??= import.meta.url.endsWith('.ts') ? import('./work.ts') : loadBuiltWork(bundle);
  return await loading;
}

/** With the code that the build compiled. */
async function loadBuiltWork(bundle: string): Promise<Work> {
  const { load }: { load(file: string): Work } = createRequire(import.meta.url)('../bin/compiled-code.cjs');
  return load(fileURLToPath(new URL(bundle, import.meta.url)));
}

/** Somebody's own executor needs nothing of our workflows. */
function isForExecutor(message: ToWorker): boolean {
  return message.kind === 'run' && (message.order as Pick<TaskOrder, 'kind'>).kind === 'module';
}

function send(message: FromWorker): void {
  process.send?.(message);
}

function isForRunner(message: Question | ToWorker): message is ToWorker {
  return ['run', 'settle', 'answered', 'drain', 'abort'].includes(message.kind);
}

async function answer(question: Question): Promise<void> {
  const { loadAnswers } = await loadWork('./work.cjs');
  const { replyTo } = await loadAnswers();
  process.send?.(await replyTo(question));
}
