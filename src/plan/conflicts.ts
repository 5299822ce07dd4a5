import type { TaskId } from '../model/task.ts';
import type { Candidate } from './candidates.ts';

/** For each task, the others that touch one of its files, in plan order. */
export function findConflicts(candidates: readonly Candidate[]): ReadonlyMap<TaskId, readonly TaskId[]> {
  const idsByPath = Map.groupBy(
    candidates.flatMap(({ id, touches }) => [...new Set(touches)].map((path) => ({ id, path }))),
    ({ path }) => path,
  );
  const placeOf = new Map(candidates.map(({ id }, place) => [id, place]));
  return new Map(
    candidates.map(({ id, touches }) => {
      const others = new Set(touches.flatMap((path) => idsByPath.get(path)?.map((claim) => claim.id) ?? []));
      others.delete(id);
      return [id, [...others].sort((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0))];
    }),
  );
}
