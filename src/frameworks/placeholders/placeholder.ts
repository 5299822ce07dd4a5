/** A test that proves nothing, and why. */
export interface Placeholder {
  readonly file: string;
  readonly test: string;
  readonly line: number;
  readonly reason: /** It is never run, or its result does not count. */
    | 'skip'
    | 'todo'
    | 'xfail'
    /** It keeps all others from being run. */
    | 'only'
    | 'empty'
    | 'no-assertion'
    /** Everything that it claims has the same outcome whatever the code does. */
    | 'constant'
    | 'always-fails'
    /** What it claims may fail without anybody hearing of it. */
    | 'swallowed'
    /** The file cannot be parsed, so nothing can be said for it. */
    | 'unreadable';
}
