import type { TaskSummary } from './summary.ts';

/** The groups in which a summary tells of tasks that are not done. */
export const isFailed = ({ fate }: TaskSummary) => fate === 'failed';
export const isRejected = ({ fate }: TaskSummary) => fate === 'rejected';
export const isAsking = ({ fate, failure }: TaskSummary) => fate === 'parked' && failure?.code === 'needs-human';
export const isWaiting = (task: TaskSummary) => task.fate === 'parked' && !isAsking(task);
export const isCancelled = ({ fate }: TaskSummary) => fate === 'cancelled';
