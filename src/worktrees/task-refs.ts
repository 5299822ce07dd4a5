import type { TaskId } from '../model/task.ts';
import type { WorktreeHouse } from './house.ts';
import { placeOfRepository, type RepositoryPlace } from './worktree.ts';

/** Where a task's branch stands. */
export interface TaskRefs {
  readonly base: string;
  /** Null if the branch was deleted. */
  readonly tip: string | null;
  /** All that it holds is in the commit that was asked about, or it holds nothing. */
  readonly isMerged: boolean;
}

interface RefsOrder {
  readonly repository: RepositoryPlace;
  readonly head: string;
  mintId(name: string): TaskId | null;
  readonly signal: AbortSignal;
}

/** All branches that we made, by their task (2 calls). Others of the same names are not listed. */
export async function listTaskRefs(house: WorktreeHouse, order: RefsOrder): Promise<ReadonlyMap<TaskId, TaskRefs>> {
  const { repository, signal, head, mintId } = order;
  const place = placeOfRepository(repository);
  const format = '--format=%(refname) %(objectname)';
  const all = parse(
    await house.git.ask(place, ['for-each-ref', format, 'refs/agentos', 'refs/heads/agentos'], { signal }),
  );
  const merged = parse(
    await house.git.ask(place, ['for-each-ref', format, `--merged=${head}`, 'refs/heads/agentos'], { signal }),
  );
  const tasks = new Map<TaskId, TaskRefs>();
  for (const [ref, base] of all) {
    const taskId = mintId(ref.match(/^refs\/agentos\/([^/]+)\/base$/)?.[1] ?? '');
    if (taskId === null) continue;
    const branch = `refs/heads/agentos/${taskId}`;
    const tip = all.get(branch) ?? null;
    tasks.set(taskId, { base, tip, isMerged: tip === null || tip === base || merged.has(branch) });
  }
  return tasks;
}

function parse(output: string): ReadonlyMap<string, string> {
  const lines = output.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}
