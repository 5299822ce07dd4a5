import { findHiddenText } from '../../governance/find-hidden.ts';
import type { Brief, DesignAsk } from '../../providers/provider.ts';
import { type Machine, openAsking } from '../asking.ts';
import type { AnsweredCall, WorkflowContext } from '../workflow.ts';
import { type Lineage, openLineage } from './lineage.ts';
import type { LoadedIssue } from './load-issue.ts';
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
    ask: makeAsk(context, order, machine),
  };
}

function makeAsk(context: WorkflowContext, order: RequirementsOrder, machine: Machine): Desk['ask'] {
  const askWhom = openAsking(context, order, machine);
  return async (ask) => {
    const role = roleOf(ask);
    return await askWhom(ask, { role, spec: order[role], makePrompt: () => makePrompt(ask) });
  };
}

/** Who judges the issue is not who will design it. */
function roleOf({ kind }: DesignAsk): 'drafter' | 'reviewer' {
  return kind === 'review' || kind === 'check-issue' ? 'reviewer' : 'drafter';
}
