/** Which task may start next: in order, those that have begun first, never two that conflict. */
export class TaskQueue<Task extends { readonly id: string; readonly conflictsWith: readonly string[] }> {
  readonly #fresh = new Set<Task>();
  /** Tasks that were started before, in the order of their first starts: what has begun is finished first. */
  readonly #returned: Task[] = [];
  /** Of a task that was started once: how many were before it. */
  readonly #places = new Map<string, number>();
  readonly #running = new Map<string, Task>();

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#fresh.size + this.#returned.length;
  }

  isRunning({ id }: Task): boolean {
    return this.#running.has(id);
  }

  add(task: Task): void {
    this.#fresh.add(task);
  }

  /** For a task that was started before: nobody who began later goes before it, however long it was away. */
  addAgain(task: Task): void {
    const place = this.#placeOf(task);
    const at = this.#returned.findLastIndex((other) => this.#placeOf(other) < place);
    this.#returned.splice(at + 1, 0, task);
  }

  /** Null if there is none, or all that wait conflict with one that runs. */
  takeNext(): Task | null {
    const task = this.#findNext();
    if (task === null) return null;
    const at = this.#returned.indexOf(task);
    if (at === -1) this.#fresh.delete(task);
    else this.#returned.splice(at, 1);
    if (!this.#places.has(task.id)) this.#places.set(task.id, this.#places.size);
    this.#running.set(task.id, task);
    return task;
  }

  release({ id }: Task): void {
    this.#running.delete(id);
  }

  clear(): void {
    this.#fresh.clear();
    this.#returned.length = 0;
  }

  #findNext(): Task | null {
    for (const queue of [this.#returned, this.#fresh]) {
      for (const task of queue) if (!this.#isBlocked(task)) return task;
    }
    return null;
  }

  #placeOf({ id }: Task): number {
    return this.#places.get(id) ?? Number.POSITIVE_INFINITY;
  }

  #isBlocked({ id, conflictsWith }: Task): boolean {
    if (conflictsWith.some((other) => this.#running.has(other))) return true;
    for (const other of this.#running.values()) if (other.conflictsWith.includes(id)) return true;
    return false;
  }
}
