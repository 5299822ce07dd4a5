import { serialize } from 'node:v8';
import type { Executor, ExecutorEnv } from '../library/executor.ts';
import type { AttemptEnd } from '../model/attempt.ts';
import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import type { OpenRun } from './open-run.ts';
import type { TaskOrder } from './task-order.ts';

/** Runs somebody's own executor. */
export async function runModule(
  { url, task }: Extract<TaskOrder, { kind: 'module' }>,
  run: OpenRun | null,
  port: CoordinatorPort,
): Promise<AttemptEnd> {
  const execute = await loadExecutor(url);
  try {
    const value = await execute(task, { signal: port.signal, step: makeStep(run) });
    refuseUncloneable(value);
    return { kind: 'done', files: [], value };
  } catch (error) {
    // Whoever breaks off at our word has not failed.
    if (port.signal.aborted) return { kind: 'stopped' };
    throw error;
  }
}

const loaded = new Map<string, Executor<unknown>>();

async function loadExecutor(url: string): Promise<Executor<unknown>> {
  const executor = loaded.get(url) ?? (await importExecutor(url));
  loaded.set(url, executor);
  return executor;
}

/** What cannot be loaded now cannot be loaded by another attempt either. */
async function importExecutor(url: string): Promise<Executor<unknown>> {
  const module: { default?: unknown } = await import(url).catch((error: unknown) => {
    throw new AgentOsError('EXECUTOR_INVALID', `${url} cannot be loaded: ${describe(error)}`, { cause: error });
  });
  if (isExecutor(module.default)) return module.default;
  throw new AgentOsError('EXECUTOR_INVALID', `${url} has no function as its default export`);
}

function isExecutor(value: unknown): value is Executor<unknown> {
  return typeof value === 'function';
}

function refuseUncloneable(value: unknown): void {
  try {
    serialize(value);
  } catch (error) {
    throw new AgentOsError('VALUE_UNCLONEABLE', `its value cannot cross a process: ${describe(error)}`);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A second step of one name would be given the value of the first: it is refused. One that threw may be tried again. */
function makeStep(run: OpenRun | null): ExecutorEnv['step'] {
  const taken = new Set<string>();
  const keep = makeKeep(run);
  return async (name, work) => {
    if (taken.has(name)) throw repeated(name);
    taken.add(name);
    try {
      return await keep(name, work);
    } catch (error) {
      taken.delete(name);
      throw error;
    }
  };
}

function repeated(name: string): AgentOsError {
  const advice = 'give each step of a task a name of its own, in a loop with a number';
  return new AgentOsError('STEP_REPEATED', `there are two steps ${quoteSafely(name)}: ${advice}`);
}

/** Without a place for state a step simply runs. */
function makeKeep(run: OpenRun | null): ExecutorEnv['step'] {
  if (run === null) return async (_name, work) => await work();
  return async (name, work) =>
    await run.durable.memo(name, async () => ({ value: await work(), usd: 0, refusal: null }));
}
