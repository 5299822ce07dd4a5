/** Which paths the repository holds at the commit that a document speaks of, or why that cannot be told. */
export type RepositoryFacts =
  | {
      readonly kind: 'none';
      readonly reason: string;
      /** The document names a base that cannot be used: it asked for a check that was not made. */
      readonly isBaseUnusable: boolean;
    }
  | {
      readonly kind: 'tree';
      readonly commit: string;
      /** Whether the commit is the one that the document names as its base, or merely where the branch stands now. */
      readonly isRecordedBase: boolean;
      hasPath(path: string): boolean;
    };
