import { mustWatchParent } from '../config/environment.ts';

/** Looks from a thread of its own: a busy loop does not stop it. */
const watch = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
`;

/** Where the kernel does not end a worker with its coordinator, the worker does. */
export async function watchParent(): Promise<void> {
  if (!mustWatchParent()) return;
  const { Worker } = await import('node:worker_threads');
  new Worker(watch, { eval: true }).unref();
}
