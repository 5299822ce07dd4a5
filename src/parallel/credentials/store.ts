export { isSoundRow } from './row-shapes.ts';

/** Where the state of the pool lives: small rows of text by key. No secret is ever in it. */
export interface CredentialStore extends Disposable {
  /**
   * Runs alone among all that share the store. What `work` writes is there for everybody when this returns; if `work`
   * throws, nothing was written.
   */
  transact<T>(work: (entries: Entries) => T): T;
  /** Somebody else has written since our last transaction. Cheap: made to be asked often. */
  hasNews(): boolean;
}

export interface Entries {
  /** Another number whenever somebody else has written: what was read before is out of date. */
  readonly version: number;
  readAll(): Iterable<readonly [key: string, value: string]>;
  /** Null deletes. */
  write(key: string, value: string | null): void;
}
