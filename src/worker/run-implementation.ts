import { join } from 'node:path';
import { resolveAgent } from '../agents/resolve-agent.ts';
import { basicEnvironment } from '../config/environment.ts';
import type { AttemptEnd } from '../model/attempt.ts';
import { findProgram } from '../programs/find-program.ts';
import { restoreSandbox } from '../sandbox/open-sandbox.ts';
import { readNamedInput } from '../store/named-input.ts';
import { withWorktreeLock } from '../store/worktree-lock.ts';
import { worktreeFiles } from '../store/worktree-store.ts';
import { runImplementation as runWorkflow } from '../workflows/implementation/workflow.ts';
import type { Workshop } from '../workflows/implementation/workshop.ts';
import { Git } from '../worktrees/git-call.ts';
import { listGitFolders } from '../worktrees/git-folders.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import { describeMachine } from './describe-machine.ts';
import { makeMachine, makePrograms } from './machine.ts';
import { openOutput } from './open-output.ts';
import type { OpenRun } from './open-run.ts';
import type { TaskOrder } from './task-order.ts';
import { layOut, openContext } from './worker-context.ts';

type Order = Extract<TaskOrder, { kind: 'implementation' }>;

/** Runs the implementation of a design and lays its results beside their places. */
export async function runImplementation(order: Order, run: OpenRun, port: CoordinatorPort): Promise<AttemptEnd> {
  const { place } = order;
  const end = await runWorkflow(openContext(place, run, port), order.order, makeWorkshop(order, run));
  if (end.kind === 'rejected') return end;
  const { results, code } = end;
  const files = await layOut(place.repoDir, results, run.redaction, port);
  return { kind: 'done', files, value: null, ...(code === undefined ? {} : { code }) };
}

function makeWorkshop(task: Order, { redaction }: OpenRun): Workshop {
  const { place, order } = task;
  const { baseDir } = place;
  const { agentLoginDir } = order.building;
  const machine = makeMachine(place);
  const programs = makePrograms(place);
  const sandbox = restoreSandbox(task.sandbox);
  const pathVariable = programs.environment['PATH'] ?? '';
  // The deeper path counts: the task's own worktree, and the home of each program, are there all the same.
  const hiddenPaths = [baseDir, order.worktreesDir, ...task.keyFiles];
  const protectedPaths = listGitFolders(order.repoDir);
  return {
    house: {
      git: new Git(basicEnvironment()),
      files: worktreeFiles,
      withLock: async (work) => await withWorktreeLock(baseDir, work),
    },
    ...{ sandbox, programs, protectedPaths, machine },
    // Only the agent itself needs its login.
    hiddenPaths: [...hiddenPaths, ...(agentLoginDir === null ? [] : [agentLoginDir])],
    findProgram: (name, folders) => findProgram(name, [...folders, pathVariable].join(':'), order.repoDir),
    openAgent: async (tree) =>
      await resolveAgent(order.agent, {
        taskId: place.taskId,
        gateway: order.gateway,
        auth: order.building.agentAuth,
        loginHome: agentLoginDir,
        ...{ programs, sandbox, hiddenPaths },
        network: order.building.sandboxNetwork,
        protectedPaths: [join(tree.path, '.git'), ...protectedPaths],
        readText: (path) => readNamedInput(order.repoDir, path),
        print: machine.print,
      }),
    facts: describeMachine(task.git),
    openOutput: () => openOutput(place, redaction),
    measureMs: () => performance.now(),
  };
}
