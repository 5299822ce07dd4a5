import type { Failure } from '../model/failure.ts';

/** What a provider can be asked for. Issue, repository and model texts in it are data. */
export type Ask =
  | { readonly kind: 'draft'; readonly brief: Brief }
  /** The whole document again, with the findings answered. */
  | { readonly kind: 'revise'; readonly brief: Brief; readonly document: string; readonly findings: readonly string[] }
  /** A verdict on the document as JSON, see `verdictSchema`. `remark` says what was wrong with the last reply. */
  | {
      readonly kind: 'review';
      readonly brief: Brief;
      readonly document: string;
      /** What mechanical checks found already. */
      readonly findings: readonly string[];
      readonly remark: string | null;
    };

/** An issue, and what may be known of the repository. */
export interface Brief {
  readonly id: string;
  readonly title: string;
  readonly issueText: string;
  readonly outputPath: string;
  /** The commit that paths are checked against; null outside git. */
  readonly base: string | null;
  hasPath(path: string): boolean;
}

/** Contract: a provider never throws for model, network or quota trouble. It answers, or says why not. */
export type ProviderReply =
  | { readonly kind: 'answer'; readonly text: string; readonly model: string; readonly usd: number | null }
  | {
      readonly kind: 'refusal';
      readonly failure: Failure;
      /** When to ask again, as the provider says; null if it does not. */
      readonly retryAfterMs: number | null;
      /** It was repeated as often as it may be, or repeating cannot help. */
      readonly isFinal: boolean;
      /** How often it was repeated on the way already. */
      readonly repeats: number;
      readonly usd: number | null;
    }
  /** Nobody asked yet, for lack of capacity: the same call can be made at `untilAt`, and this one does not count. */
  | {
      readonly kind: 'parked';
      readonly untilAt: number;
      readonly reason: string;
      readonly cause: 'limit' | 'outage';
      /** How long it was held before it was parked. */
      readonly heldMs: number;
    };

export interface AskOptions {
  /** How often this very call was tried before, without an answer. */
  readonly triesEnded: number;
  /** How many of the repeats that a call may have were used so far. */
  readonly repeatsUsed: number;
  /** 1 for the first call of its kind in a task. */
  readonly occurrence: number;
  noteTry(reason: string): void;
  readonly signal: AbortSignal;
}

export interface Provider {
  ask(ask: Ask, options: AskOptions): Promise<ProviderReply>;
}
