/** One thing that was found in a draft. */
export interface Demand {
  readonly from: 'person' | 'reviewer' | 'coverage' | 'question' | 'check';
  /** The same in every round in which it is raised. */
  readonly key: string;
  /** In the words that its drafter gets. */
  readonly text: string;
  /** What it says, without its rank and its place. */
  readonly about: string;
  /** The number of the section that it is about; null if it is about none. */
  readonly section: string | null;
  /** It alone keeps the draft from being approved. */
  readonly isBlocking: boolean;
}
