import type { Options } from '../config/options.ts';
import type { BatchWorkflow } from '../model/task.ts';

/** An agent that works by the user's own login is one person: it does one thing at a time. */
export function limitToLogin<O extends Options>(options: O, workflow: BatchWorkflow): O {
  const { settings } = options;
  if (workflow === 'requirements' || settings.agentAuth !== 'login' || settings.parallel === 1) return options;
  const warning = `one task at a time: agent ${settings.agent ?? 'none'} works by your own login ("agentAuth")`;
  return { ...options, settings: { ...settings, parallel: 1 }, warnings: [...options.warnings, warning] };
}
