import { findHiddenText } from '../../governance/find-hidden.ts';
import type { AskingRole } from '../../model/gateway-access.ts';
import type { Brief, DesignAsk, Provider } from '../../providers/provider.ts';
import { resolveProvider } from '../../providers/resolve-provider.ts';
import type { Surroundings } from '../../providers/surroundings.ts';
import { appendLine } from '../../store/append-line.ts';
import { readNamedInput } from '../../store/named-input.ts';
import type { AnsweredCall, WorkflowContext } from '../workflow.ts';
import { type Lineage, openLineage } from './lineage.ts';
import type { LoadedIssue } from './load-issue.ts';
import type { Machine } from './machine.ts';
import type { RequirementsOrder } from './order.ts';
import { makePrompt } from './prompts/make-prompt.ts';
import { hasPathAt } from './repository.ts';

/** What the steps of one task share. */
export interface Desk {
  readonly context: WorkflowContext;
  readonly order: RequirementsOrder;
  readonly issue: LoadedIssue;
  readonly brief: Brief;
  readonly lineage: Lineage;
  /** One call, by the name of its kind, to the drafter or the reviewer. */
  ask(ask: DesignAsk): Promise<AnsweredCall>;
}

export function openDesk(
  context: WorkflowContext,
  order: RequirementsOrder,
  issue: LoadedIssue,
  survey: string,
  machine: Machine,
): Desk {
  const { task, repoDir } = order;
  return {
    context,
    order,
    issue,
    brief: {
      id: task.id,
      title: task.title,
      issueText: issue.text,
      hidden: findHiddenText(issue.text).map(({ line, kind, excerpt }) => `line ${line}, ${kind}: ${excerpt}`),
      notes: [],
      decisions: [],
      survey,
      outputPath: task.outputPath,
      base: issue.base,
      hasPath: (path) => hasPathAt(repoDir, issue.base, path),
    },
    lineage: openLineage(context, task.id, issue.firstNumber),
    ask: makeAsk(context, order, makeSurroundings(order, machine)),
  };
}

/** Providers are made when they are first asked; calls of a kind are counted over all replays alike. */
function makeAsk(context: WorkflowContext, order: RequirementsOrder, surroundings: Surroundings): Desk['ask'] {
  const counts = { 'check-issue': 0, draft: 0, revise: 0, review: 0 };
  const providers = new Map<string, Promise<Provider>>();
  const open = (spec: string, role: AskingRole) => {
    const key = `${role} ${spec}`;
    const provider = providers.get(key) ?? resolveProvider(spec, role, surroundings);
    providers.set(key, provider);
    return provider;
  };
  return async (ask) => {
    counts[ask.kind] += 1;
    const occurrence = counts[ask.kind];
    const role = roleOf(ask);
    const spec = order[role];
    return await context.call(ask.kind, async ({ triesEnded, repeatsUsed, signal, noteTry }) => {
      const provider = await open(spec, role);
      context.log(`${ask.kind} ${occurrence}: asking ${spec}`);
      const prompt = makePrompt(ask);
      return await provider.ask(ask, { prompt, triesEnded, repeatsUsed, occurrence, signal, noteTry });
    });
  };
}

/** Who judges the issue is not who will design it. */
function roleOf({ kind }: DesignAsk): 'drafter' | 'reviewer' {
  return kind === 'review' || kind === 'check-issue' ? 'reviewer' : 'drafter';
}

function makeSurroundings({ repoDir, task, gateway }: RequirementsOrder, machine: Machine): Surroundings {
  return {
    taskId: task.id,
    gateway,
    programs: machine.programs,
    readText: (path) => readNamedInput(repoDir, path),
    appendLine: (path, line) => appendLine(repoDir, path, line),
    print: machine.print,
    exit: machine.exit,
  };
}
