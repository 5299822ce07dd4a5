/** Which task may start next: in order, those that have waited first, never two that conflict. */
export class TaskQueue<Task extends { readonly id: string; readonly conflictsWith: readonly string[] }> {
  readonly #fresh = new Set<Task>();
  /** Tasks that were started before: what has begun is finished first. */
  readonly #returned = new Set<Task>();
  readonly #running = new Map<string, Task>();

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#fresh.size + this.#returned.size;
  }

  isRunning({ id }: Task): boolean {
    return this.#running.has(id);
  }

  add(task: Task): void {
    this.#fresh.add(task);
  }

  addFirst(task: Task): void {
    this.#returned.add(task);
  }

  /** Null if there is none, or all that wait conflict with one that runs. */
  takeNext(): Task | null {
    for (const queue of [this.#returned, this.#fresh]) {
      for (const task of queue) {
        if (this.#isBlocked(task)) continue;
        queue.delete(task);
        this.#running.set(task.id, task);
        return task;
      }
    }
    return null;
  }

  release({ id }: Task): void {
    this.#running.delete(id);
  }

  clear(): void {
    this.#fresh.clear();
    this.#returned.clear();
  }

  #isBlocked({ id, conflictsWith }: Task): boolean {
    if (conflictsWith.some((other) => this.#running.has(other))) return true;
    for (const other of this.#running.values()) if (other.conflictsWith.includes(id)) return true;
    return false;
  }
}
