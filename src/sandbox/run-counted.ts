import type { ProgramEnd, ProgramOrder } from '../programs/subprocess.ts';
import { watchProcesses } from './watch-processes.ts';

const mostProcesses = 512;

/** Runs a program, and ends it when it has too many processes. */
export async function runCounted(
  order: ProgramOrder,
  run: (order: ProgramOrder) => Promise<ProgramEnd>,
): Promise<ProgramEnd> {
  using watches = new DisposableStack();
  const tooMany = new AbortController();
  const end = await run({
    ...order,
    isWaiting: () => order.isWaiting(),
    signal: AbortSignal.any([order.signal, tooMany.signal]),
    onStart: (pid) => {
      watches.use(watchProcesses(pid, mostProcesses, () => tooMany.abort()));
      order.onStart?.(pid);
    },
    onOutput: (chunk, stream) => order.onOutput?.(chunk, stream),
  });
  const isTooMany = tooMany.signal.aborted && end.kind === 'stopped' && end.reason === 'abort';
  return isTooMany
    ? { kind: 'killed', signal: `SIGKILL: it had more than ${mostProcesses} processes`, stderr: end.stderr }
    : end;
}
