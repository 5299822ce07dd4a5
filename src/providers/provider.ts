import type { Failure } from '../model/failure.ts';
import type { Prompt } from './prompt.ts';

/** What a provider can be asked for; every reply is one JSON object. Issue, repository and model texts in it are data. */
export type Ask = DesignAsk | CodeReviewAsk;

/** What is asked on the way from an issue to a design. */
export type DesignAsk =
  /** Is the issue itself consistent and testable? See `issueCheckSchema`. */
  | { readonly kind: 'check-issue'; readonly brief: Brief; readonly remark: string | null }
  /** The content of a design, see `draftSchema`. */
  | { readonly kind: 'draft'; readonly brief: Brief; readonly remark: string | null }
  /** Edits that answer the findings, see `editsSchema`. */
  | ({ readonly kind: 'revise' } & AboutDocument)
  /** A verdict on the document, see `askedVerdictSchema`. */
  | ({ readonly kind: 'review'; readonly raised: readonly string[] } & AboutDocument);

/** `remark` says what was wrong with the last reply, null if nothing was; `raised` what the last review found. */
interface AboutDocument {
  readonly brief: Brief;
  readonly document: ShownDocument;
  /** For a drafter all that has to be answered; for a reviewer what mechanical checks found already. */
  readonly findings: readonly string[];
  /** What a person has decided about the design so far. */
  readonly decisions: readonly string[];
  /** What they were asked, in words of others: they decide nothing. */
  readonly asked: readonly string[];
  readonly remark: string | null;
}

/** A verdict on a change that was made by a design, see `askedVerdictSchema`. What its author claims is no part of it. */
export interface CodeReviewAsk {
  readonly kind: 'review-code';
  readonly id: string;
  readonly title: string;
  /** The design that was approved, from its title to its last section. */
  readonly design: string;
  readonly change: ShownChange;
  /** What we measured ourselves. */
  readonly gates: readonly MeasuredGate[];
  /** Which tests prove which requirement, as they ran. */
  readonly matrix: readonly ProvedRequirement[];
  /** What the last review found. */
  readonly raised: readonly string[];
  /** What a person has decided about the change so far. */
  readonly decisions: readonly string[];
  /** What was wrong with the last reply; null if nothing was. */
  readonly remark: string | null;
}

/** A change as its reviewer knows it: patches, cut to what is worth reading. */
export interface ShownChange {
  /** As it is now, from the base. */
  readonly patch: string;
  /** As it was at the first review; null at the first one. */
  readonly firstPatch: string | null;
  /** From the first review, and from the last one, until now; null at the first one. */
  readonly sinceFirst: string | null;
  readonly sinceLast: string | null;
}

export interface MeasuredGate {
  readonly gate: string;
  readonly state: 'passed' | 'failed' | 'warned' | 'unmeasured';
  readonly summary: string;
  readonly findings: readonly string[];
}

export interface ProvedRequirement {
  readonly requirement: number;
  readonly text: string;
  readonly scenarios: readonly {
    readonly id: string;
    readonly text: string;
    /** Names of tests that pass with the change and fail without it; none for a scenario that a person tries out. */
    readonly tests: readonly string[];
    readonly isManual: boolean;
  }[];
}

/** A document as those who are asked know it: only what is new to them need be told. */
export interface ShownDocument {
  /** As it is now. */
  readonly text: string;
  /** As this role was shown it before, the oldest first. */
  readonly earlier: readonly string[];
}

/** An issue, and what is known of the repository. */
export interface Brief {
  readonly id: string;
  readonly title: string;
  readonly issueText: string;
  /** What stands in the issue and nobody would see on its page. */
  readonly hidden: readonly string[];
  /** What a first check of the issue found. */
  readonly notes: readonly string[];
  /** What a person decided about it. */
  readonly decisions: readonly string[];
  /** The repository at the base, cut to what concerns the issue. */
  readonly survey: string;
  readonly outputPath: string;
  /** The commit that paths are checked against; null outside git. */
  readonly base: string | null;
  hasPath(path: string): boolean;
}

/** Contract: a provider never throws for model, network or quota trouble. It answers, or says why not. */
export type ProviderReply =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly model: string;
      readonly usd: number | null;
      /** The program that asked, with its version, as it calls itself; absent where nobody saw that. */
      readonly program?: string;
    }
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
  /** The same question in words, for whoever is asked in words. */
  readonly prompt: Prompt;
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
