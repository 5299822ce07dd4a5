import type { AgentLimits, JobKind } from '../../agents/agent.ts';
import type { AnsweredCall, WorkflowContext } from '../workflow.ts';
import type { Ground } from './ground.ts';
import type { ImplementationOrder } from './order.ts';
import { makeRules } from './prompts/agent-rules.ts';
import type { CodeBrief } from './prompts/code-brief.ts';
import type { Workshop } from './workshop.ts';

/** Gives work to the agent. */
export interface Jobs {
  /** Of the models that it said it worked with. */
  readonly models: ReadonlySet<string>;
  /** Of the programs that asked for it, with their versions. */
  readonly programs: ReadonlySet<string>;
  /** One job, through `context.call`: waiting, repeats, budgets and receipts are those of calls to models. */
  give(kind: JobKind, instructions: string): Promise<AnsweredCall>;
}

interface Agency {
  readonly context: WorkflowContext;
  readonly order: ImplementationOrder;
  readonly workshop: Workshop;
  readonly ground: Ground;
  readonly brief: CodeBrief;
}

const maxOutputBytes = 64 * 1024 * 1024;

/** Jobs of a kind are counted over all replays alike. */
export function openJobs({ context, order, workshop, ground, brief }: Agency): Jobs {
  const counts: Record<JobKind, number> = { 'write-tests': 0, implement: 0 };
  const models = new Set<string>();
  const programs = new Set<string>();
  const rules = makeRules(brief);
  const { building } = order;
  const { agentIdleMs: idleMs, agentMs: wallMs, agentTurns: maxTurns } = building;
  const limits: AgentLimits = { idleMs, wallMs, maxTurns, maxOutputBytes };
  return {
    models,
    programs,
    async give(kind, instructions) {
      counts[kind] += 1;
      const occurrence = counts[kind];
      const reply = await context.call(kind, async ({ triesEnded, repeatsUsed, signal, noteTry }) => {
        const tree = await ground.enter(signal);
        const agent = await workshop.openAgent(tree);
        context.log(`${kind} ${occurrence}: ${order.agent} works`);
        const job = {
          kind,
          occurrence,
          worktree: tree.path,
          rules,
          instructions,
          testCommand: brief.testCommand,
          limits,
        };
        const print = (text: string) => workshop.machine.print(text, 'stdout');
        return await agent.work(job, { triesEnded, repeatsUsed, signal, noteTry, print });
      });
      models.add(reply.model);
      if (reply.program !== undefined) programs.add(reply.program);
      return reply;
    },
  };
}
