import './plain-schemas.ts';
import { mustWatchParent } from '../config/environment.ts';
import { knowSetpriv } from '../processes/die-with-parent.ts';

/** All that a worker does; loaded when it is first asked for something. */
export { TaskRunner } from './task-runner.ts';

// Who started us has found out.
knowSetpriv(!mustWatchParent());

export const loadAnswers = async () => await import('./answer.ts');
