import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FromWorker, ToWorker } from '../parallel/worker-messages.ts';
import type { Question } from './protocol.ts';
import { watchParent } from './watch-parent.ts';

/** A worker is ready before anything that it may need is loaded. */
const loadTaskRunner = async () => {
  useCompiledCode();
  return await import('./task-runner.ts');
};
let runner: Awaited<ReturnType<typeof loadTaskRunner>>['TaskRunner']['prototype'] | null = null;
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
      const { TaskRunner } = await loadTaskRunner();
      runner = new TaskRunner(send, stops);
    }
    await runner.take(message);
  });
}

/** What the build compiled, if we are built. */
function useCompiledCode(): void {
  if (import.meta.url.endsWith('.ts')) return;
  const cache: { useCompileCache(dist: string): void } = createRequire(import.meta.url)('../bin/compile-cache.cjs');
  cache.useCompileCache(fileURLToPath(new URL('.', import.meta.url)));
}

function send(message: FromWorker): void {
  process.send?.(message);
}

function isForRunner(message: Question | ToWorker): message is ToWorker {
  return ['run', 'settle', 'answered', 'drain', 'abort'].includes(message.kind);
}

async function answer(question: Question): Promise<void> {
  const { replyTo } = await import('./answer.ts');
  process.send?.(await replyTo(question));
}
