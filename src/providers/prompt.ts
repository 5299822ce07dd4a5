/** What a model is told. `system` is the same for every task, so that providers can keep it in their caches. */
export interface Prompt {
  /** Such as `draft-1`: another wording has another number. */
  readonly version: string;
  readonly system: string;
  readonly user: string;
}
