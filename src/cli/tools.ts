import type { Workflow } from '../model/task.ts';
import { implement } from './commands/implement.ts';
import { requirements } from './commands/requirements.ts';
import type { WorkflowTool } from './workflow-tool.ts';

export function findTool(workflow: Workflow): WorkflowTool {
  return workflow === 'requirements' ? requirements : implement;
}
