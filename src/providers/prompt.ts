/** What a model is told, the most stable part first, so that providers find the beginning of it in their caches. */
export interface Prompt {
  /** Such as `draft-2`: another wording has another number. */
  readonly version: string;
  /** The same for every task. */
  readonly system: string;
  /** What stays the same over the calls of a task, in blocks; a later call has at least the first of them again. */
  readonly context: readonly string[];
  /** What is new. */
  readonly question: string;
  readonly format: ReplyFormat;
  /** The context will be sent again: it is worth its place in a cache. */
  readonly isRepeated: boolean;
}

/** What the reply has to be: one JSON object. */
interface ReplyFormat {
  readonly name: string;
  /** A JSON schema of the kind that every provider takes. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The prompt as one text, for whoever takes nothing else. */
export function joinPrompt({ context, question }: Prompt): string {
  return [...context, question].join('\n\n');
}
