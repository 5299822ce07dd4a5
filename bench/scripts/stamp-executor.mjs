import { setTimeout } from 'node:timers/promises';

/** Does nothing, waits, or does nothing durably; the value is when it ended. */
export default async (task, env) => {
  if (task.untilAt !== undefined) await setTimeout(task.untilAt - Date.now());
  if (task.ms !== undefined) await setTimeout(task.ms);
  if (task.isDurable) await env.step('work', () => null);
  return performance.timeOrigin + performance.now();
};
