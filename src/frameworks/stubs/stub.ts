/** Code that is not written yet. */
export interface Stub {
  readonly path: string;
  readonly line: number;
  /** What it stands in, if that has a name. */
  readonly name: string | null;
  readonly kind: /** It says itself that it is not implemented. */
    | 'not-implemented'
    /** A function that does nothing, and does not say why. */
    | 'empty'
    /** A note of what is to be done in a function that does nothing else. */
    | 'todo'
    /** A value that is called a placeholder by the comment beside it. */
    | 'stand-in';
  readonly text: string;
}

/** One in a function: where that is, its reader knows. */
export type FoundStub = Pick<Stub, 'kind' | 'line' | 'text'>;

export const notImplemented =
  /\b(?:not\s+(?:yet\s+)?implemented|unimplemented|to\s?do\b|implement\s+me|coming\s+soon|not\s+supported\s+yet)/i;
export const todoComment = /^[\s/*#!-]*(?:TODO|FIXME|XXX|HACK|TBD)\b/;
export const standInComment =
  /\b(?:stub(?:bed)?|placeholder|dummy|fake|hard-?coded|for now|temporar(?:y|ily)|not (?:yet )?implemented)\b/i;
/** Names of functions that are meant to do nothing. */
export const idleName = /^_?(?:no_?op|nothing|ignore|discard|idle|empty|silent|dummy|unused|swallow)/i;

/** Whether a comment gives a reason for an empty body: some words, and no promise. */
export function isReason(comment: string): boolean {
  const words = comment.match(/[\p{L}']{2,}/gu) ?? [];
  return words.length >= 2 && !todoComment.test(comment) && !notImplemented.test(comment);
}
