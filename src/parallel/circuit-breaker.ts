import type { AttemptEnd } from '../model/attempt.ts';
import type { FailureCode } from '../model/failure.ts';

const mostAlike = 5;
/** Each of these has one cause for all tasks; a task's own fault is not among them. */
const sharedCodes: ReadonlySet<FailureCode> = new Set(['auth', 'limit', 'outage', 'network']);

/** Tells when going on would only repeat the same trouble: several tasks in a row ended by one shared cause. */
export class CircuitBreaker {
  readonly #tasks = new Set<string>();
  #code: FailureCode | null = null;

  /** The reason to stop; null to go on. */
  note(task: string, end: AttemptEnd): string | null {
    if (end.kind === 'parked' || end.kind === 'stopped') return null;
    const code = end.kind === 'failed' && sharedCodes.has(end.failure.code) ? end.failure.code : null;
    if (code !== this.#code) this.#tasks.clear();
    this.#code = code;
    if (code === null) return null;
    this.#tasks.add(task);
    if (this.#tasks.size < mostAlike) return null;
    return `${mostAlike} tasks in a row failed of the same cause: ${code}`;
  }
}
