/** One piece of a prompt, in the order in which a model reads it: tools and the form of the answer, system, messages. */
export interface PromptBlock {
  /** Whose words: the same text from another is another beginning. */
  readonly from: string;
  readonly text: string;
  /** How long a beginning that ends here shall be kept; null: nobody asked for that. */
  readonly keptMinutes: number | null;
}
