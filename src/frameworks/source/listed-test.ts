/** A test as its source has it, whether or not it was ever run. */
export interface ListedTest {
  /** Relative to the repository. */
  readonly file: string;
  /** From the outermost group to the test itself; what is only known when it runs is shown as `…`. */
  readonly titles: readonly string[];
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  /** Marks that keep it, or all others, from being run, or that turn its result around. */
  readonly marks: readonly TestMark[];
  /** How many claims it makes. */
  readonly assertions: number;
}

export type TestMark = 'skip' | 'todo' | 'only' | 'xfail';
