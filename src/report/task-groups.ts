import type { TaskSummary } from './summary.ts';

/** The groups in which a summary tells of tasks that are not done. */
export const isFailed = ({ fate }: TaskSummary) => fate === 'failed';
export const isRejected = ({ fate }: TaskSummary) => fate === 'rejected';
export const isAsking = (task: TaskSummary) => isForPerson(task) && task.answer === null;
export const isAnswered = (task: TaskSummary) => isForPerson(task) && task.answer !== null;
export const isWaiting = (task: TaskSummary) => task.fate === 'parked' && !isForPerson(task);
export const isCancelled = ({ fate }: TaskSummary) => fate === 'cancelled';

function isForPerson({ fate, failure }: TaskSummary): boolean {
  return fate === 'parked' && failure?.code === 'needs-human';
}
