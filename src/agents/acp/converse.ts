import { setTimeout as pause } from 'node:timers/promises';
import type { ProgramEnd } from '../../programs/subprocess.ts';
import type { ProgramHome } from '../../providers/surroundings.ts';
import type { AgentJob, JobOptions } from '../agent.ts';
import { renderJob } from '../command/command-agent.ts';
import { runInWorktree, type WorktreeRun } from '../command/run-in-worktree.ts';
import { Speech } from '../model/speech.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import type { AcpLaunch } from './launch.ts';
import { Outbox } from './outbox.ts';
import { type TalkEnd, talk } from './talk.ts';

/** How long an agent may take to go once there is nothing more to say; some take two seconds. */
const partingMs = 3000;
/** How long it may take to hear that it shall stop, before it is stopped. */
const cancelMs = 500;

export interface Conversing extends Pick<WorktreeRun, 'relay' | 'isWaiting' | 'hidden'> {
  readonly name: string;
  readonly launch: AcpLaunch;
  readonly home: ProgramHome;
  readonly job: AgentJob;
  readonly options: JobOptions;
}

/** Starts an agent, has it do its job, and sees it off. Contract: never rejects, and nothing of it is left. */
export async function converse(
  surroundings: AgentSurroundings,
  { name, launch, home, job, options, relay, isWaiting, hidden = [] }: Conversing,
): Promise<{ readonly talk: TalkEnd; readonly end: ProgramEnd }> {
  const { worktree, limits } = job;
  const outbox = new Outbox();
  const heard = openHeard();
  const speech = new Speech(options.print);
  const stop = new AbortController();
  const running = runInWorktree(surroundings, {
    ...{
      name,
      args: launch.args,
      environment: launch.environment,
      worktree,
      home,
      limits,
      relay,
      input: outbox,
      signal: stop.signal,
    },
    hidden,
    isWaiting: () => isWaiting?.() ?? false,
    onOutput: (chunk, stream) => {
      if (stream === 'stdout') heard.push(chunk);
    },
  });
  const ended = running.finally(() => heard.end());
  using _ = stopSoonAfter(options.signal, stop);
  const said = await talk({
    ...{ worktree, prompt: renderJob(job), offersFiles: !launch.hasOwnFiles },
    ...{ output: makeOutput(outbox), input: heard.stream, speech, signal: options.signal },
  });
  speech.endLine();
  outbox.end();
  await Promise.race([ended, pause(partingMs, undefined, { ref: false })]);
  stop.abort();
  return { talk: said, end: await ended };
}

function makeOutput(outbox: Outbox): WritableStream<Uint8Array> {
  const decoder = new TextDecoder();
  return new WritableStream({
    write: (chunk) => outbox.push(decoder.decode(chunk, { stream: true })),
  });
}

/** What a program prints, as a stream. */
function openHeard() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let isOpen = true;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      isOpen = false;
    },
  });
  return {
    stream,
    push: (chunk: Uint8Array) => {
      if (isOpen) controller?.enqueue(chunk);
    },
    end: () => {
      if (isOpen) controller?.close();
      isOpen = false;
    },
  };
}

/** A moment after the batch stops, so that an agent can end by itself what it has begun. */
function stopSoonAfter(signal: AbortSignal, stop: AbortController): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => stop.abort(), cancelMs);
  };
  signal.addEventListener('abort', start, { once: true });
  if (signal.aborted) start();
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', start);
    },
  };
}
