import './plain-schemas.ts';

/** All that a worker does; loaded when it is first asked for something. */
export { TaskRunner } from './task-runner.ts';

export const loadAnswers = async () => await import('./answer.ts');
