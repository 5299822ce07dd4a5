import type { Wish } from './pool-state.ts';

/** What a cache is kept for. */
type Asking = Pick<Wish, 'taskId' | 'provider' | 'model'>;

const mostKept = 10_000;

/** Where each task was served last, for each model that it asks: its prompts may be cached there. */
export class LastScopes {
  readonly #scopes = new Map<string, string>();

  of(asking: Asking): string | null {
    const key = keyOf(asking);
    return key === null ? null : (this.#scopes.get(key) ?? null);
  }

  note(asking: Asking, scope: string): void {
    const key = keyOf(asking);
    if (key === null) return;
    this.#scopes.delete(key);
    this.#scopes.set(key, scope);
    const [oldest] = this.#scopes.keys();
    if (this.#scopes.size > mostKept && oldest !== undefined) this.#scopes.delete(oldest);
  }
}

function keyOf({ taskId, provider, model }: Asking): string | null {
  return taskId === null ? null : [taskId, provider, model].join('\u0000');
}
