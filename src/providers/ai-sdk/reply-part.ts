/** Why a reply ended, in the SDK's words; `interrupted` if it did not end by itself. */
type EndReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'interrupted' | 'other';

/** A piece of a reply as it comes. */
export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Told inside the stream. */
  | { readonly kind: 'trouble'; readonly error: unknown }
  | {
      readonly kind: 'end';
      readonly reason: EndReason;
      /** The provider's own word; null if it gave none. */
      readonly raw: string | null;
      /** Who answered, as the reply says, or else who was asked. */
      readonly modelId: string | null;
    };

/** Why the stream ended. */
export type Finish = Pick<Extract<ReplyPart, { kind: 'end' }>, 'reason' | 'raw'>;
