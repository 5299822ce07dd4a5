import { findKeyVariables } from '../config/environment.ts';
import type { Options } from '../config/options.ts';
import { askedModelOf } from '../model/asked-model.ts';
import { schemeOf } from '../model/spec.ts';
import type { Plan } from '../plan/plan.ts';
import type { WorkflowTool } from './workflow-tool.ts';

/** What a person should know of a plan before it runs. */
export function listWarnings(tool: WorkflowTool, plan: Plan, options: Options): string[] {
  const isOffline = tool.specsOf(options).every((spec) => spec === 'offline:');
  const keys = isOffline && tool.workflow !== 'implement' ? findKeyVariables() : [];
  const hint = `${keys.join(', ')} found, and not used: offline: drafts and reviews until --drafter and --reviewer name others`;
  const roles = tool.workflow !== 'implement' && plan.tasks.length > 0 ? warnOfRoles(options.settings) : [];
  return [...options.warnings, ...plan.warnings, ...roles, ...(keys.length === 0 ? [] : [hint])];
}

/** Whoever reviews their own work finds less, by whatever door they come in. */
function warnOfRoles({ drafter, reviewer }: Options['settings']): string[] {
  const who = nameOneForBoth(drafter, reviewer);
  return who === null ? [] : [`${who}; a reviewer of another provider finds more (--reviewer)`];
}

/** Null if those who draft and review differ, or are none. What a program of the user's asks, nobody knows. */
function nameOneForBoth(drafter: string, reviewer: string): string | null {
  const [asked, other] = [askedModelOf(drafter), askedModelOf(reviewer)];
  const isSame = drafter === reviewer && (asked !== null || schemeOf(drafter) === 'command');
  if (isSame) return `${drafter} reviews its own designs`;
  if (asked === null || asked.provider !== other?.provider) return null;
  return asked.model === other.model
    ? `${asked.model} reviews its own designs`
    : `both roles are played by ${asked.provider}: models`;
}
