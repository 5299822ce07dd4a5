const mostTasks = 10_000;

/** Where each task was served last: its prompts may be cached there. */
export class LastScopes {
  readonly #scopes = new Map<string, string>();

  of(taskId: string | null): string | null {
    return taskId === null ? null : (this.#scopes.get(taskId) ?? null);
  }

  note(taskId: string | null, scope: string): void {
    if (taskId === null) return;
    this.#scopes.delete(taskId);
    this.#scopes.set(taskId, scope);
    const [oldest] = this.#scopes.keys();
    if (this.#scopes.size > mostTasks && oldest !== undefined) this.#scopes.delete(oldest);
  }
}
