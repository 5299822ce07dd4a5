import { resolve } from 'node:path';
import type { TaskId, WorkflowTask } from '../../model/task.ts';
import { resolveInput } from '../../store/input-file.ts';
import { readTextFile } from '../../store/text-file.ts';
import { readDesign, reportPath } from '../commands/implement.ts';
import type { TextWorker } from '../workers.ts';

/** Knows the designs of these tasks from the start. */
export async function openFollow(place: DesignPlace, worker: TextWorker, tasks: readonly WorkflowTask[]) {
  const designs = new FollowedDesigns(place, worker);
  await designs.begin(tasks);
  return async (task: WorkflowTask) => await designs.follow(task);
}

interface DesignPlace {
  readonly repoDir: string;
  /** Folders in which designs may lie. */
  readonly roots: readonly string[];
  readonly maxInputBytes: number;
}

/**
 * In a batch of both workflows: a design that was just approved goes on to code. Which designs touch the same files is
 * known only then: each is compared with all that were taken up before it, so that no two of them run at once.
 */
class FollowedDesigns {
  readonly #place: DesignPlace;
  readonly #worker: TextWorker;
  readonly #touches = new Map<TaskId, readonly string[]>();
  /** The worker reads one design at a time. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(place: DesignPlace, worker: TextWorker) {
    this.#place = place;
    this.#worker = worker;
  }

  /** Tasks that begin, or go on, with their code. What cannot be read says so when its task runs. */
  async begin(tasks: readonly WorkflowTask[]): Promise<void> {
    for (const { id, inputPath, workflow } of tasks) {
      if (workflow === 'implement')
        this.#touches.set(id, (await this.#read(inputPath).catch(() => null))?.touches ?? []);
    }
  }

  /** Null if that was all. Throws AgentOsError for a design that is not there, or cannot be read. */
  async follow({ id, workflow, title, outputPath }: WorkflowTask): Promise<WorkflowTask | null> {
    if (workflow !== 'requirements') return null;
    const design = await this.#read(outputPath);
    // From here to the end nobody else comes between.
    const conflictsWith = this.#findConflicts(design.touches);
    this.#touches.set(id, design.touches);
    return {
      id,
      workflow: 'implement',
      title: design.title ?? title,
      reason: 'new',
      inputPath: outputPath,
      inputSha256: design.sha256,
      outputPath: reportPath(id),
      estimate: { seconds: null, usd: null, basis: null },
      conflictsWith,
    };
  }

  #findConflicts(touches: readonly string[]): TaskId[] {
    return [...this.#touches].filter(([, other]) => other.some((path) => touches.includes(path))).map(([id]) => id);
  }

  async #read(path: string) {
    const reading = this.#reading.then(async () => await this.#readNow(path));
    this.#reading = reading.catch(() => {});
    return await reading;
  }

  async #readNow(path: string) {
    const { repoDir, roots, maxInputBytes } = this.#place;
    const { text, sha256 } = readTextFile(resolveInput(resolve(repoDir, path), roots), maxInputBytes);
    return { ...(await readDesign(this.#worker, text)), sha256 };
  }
}
