import type { BatchWorkflow, Workflow } from '../model/task.ts';
import { implement } from './commands/implement.ts';
import { requirements } from './commands/requirements.ts';
import { run } from './commands/run.ts';
import type { WorkflowTool } from './workflow-tool.ts';

const tools: Readonly<Record<BatchWorkflow, WorkflowTool>> = { requirements, implement, run };

export function findTool(workflow: BatchWorkflow): WorkflowTool {
  return tools[workflow];
}

const prefixes: Readonly<Record<Workflow, string>> = { requirements: 'LLD', implement: 'IMPL' };

/** `LLD-137`: the name of a task's log, and in brackets the start of its lines. */
export function nameTask({ workflow, id }: { readonly workflow: Workflow; readonly id: string }): string {
  return `${prefixes[workflow]}-${id}`;
}
