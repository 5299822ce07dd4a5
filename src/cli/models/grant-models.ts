import type { SettingValues } from '../../config/settings.ts';
import type { TaskGrant } from '../../gateway/setup.ts';
import { askedModelOf } from '../../model/asked-model.ts';
import type { AskingRole } from '../../model/gateway-access.ts';
import { schemeOf } from '../../model/spec.ts';
import type { Workflow } from '../../model/task.ts';
import { listRoles } from '../../report/roles.ts';

/**
 * Which models a role may ask while a task of this workflow runs: the one that its spec names. An agent of somebody
 * else's making (`acp:`) names none: it may ask whatever the credentials that are meant for agents can be used for.
 * Whoever takes no part in the workflow, needs no model or has a login of its own may ask nobody.
 */
export function grantModels(workflow: Workflow, role: AskingRole, settings: SettingValues): TaskGrant['models'] {
  const spec = listRoles({ workflow, settings }).find((one) => one.role === role)?.spec;
  if (spec === undefined || (role === 'agent' && settings.agentAuth === 'login')) return [];
  if (schemeOf(spec) === 'acp') return null;
  const asked = askedModelOf(spec);
  return asked === null ? [] : [asked];
}
