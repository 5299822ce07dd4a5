import type { CredentialStore, Entries } from './store.ts';

interface SharedRows {
  readonly rows: Map<string, string>;
  /** How often anybody has written. */
  commits: number;
}

/** For tests and for those who need nothing to last. */
export class MemoryStore implements CredentialStore {
  readonly #shared: SharedRows;
  #version = 0;
  #commitsSeen = 0;

  constructor(shared: SharedRows = { rows: new Map(), commits: 0 }) {
    this.#shared = shared;
  }

  /** Another one on the same rows, as another process would have it. */
  share(): MemoryStore {
    return new MemoryStore(this.#shared);
  }

  transact<T>(work: (entries: Entries) => T): T {
    if (this.hasNews()) this.#version += 1;
    this.#commitsSeen = this.#shared.commits;
    const written = new Map<string, string | null>();
    const result = work({
      version: this.#version,
      readAll: () => this.#shared.rows.entries(),
      write: (key, value) => written.set(key, value),
    });
    if (written.size > 0) this.#commit(written);
    return result;
  }

  hasNews(): boolean {
    return this.#shared.commits !== this.#commitsSeen;
  }

  [Symbol.dispose](): void {}

  #commit(written: ReadonlyMap<string, string | null>): void {
    const { rows } = this.#shared;
    for (const [key, value] of written) {
      if (value === null) rows.delete(key);
      else rows.set(key, value);
    }
    this.#shared.commits += 1;
    this.#commitsSeen = this.#shared.commits;
  }
}
