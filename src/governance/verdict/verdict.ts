import * as z from 'zod/mini';
import { listOf, longText, namedNumber, shortText } from '../reply-bounds.ts';

/** What a reviewer may say. `BLOCKED` is only ever read from old files; nobody is asked for it. */
export const verdictWords = ['APPROVED', 'REVISE', 'DISCUSS'] as const;
export const blockingCategories = ['Cost', 'Safety', 'Security', 'Legal'] as const;
export const highPriorityCategories = ['Architecture', 'Observability', 'Quality'] as const;

export type Tier = 1 | 2 | 3;

const remark = {
  title: shortText(),
  detail: longText(),
  section: z.nullable(shortText()),
  recommendation: z.nullable(longText()),
  /**
   * Words of the document that it is about, as they stand there. Verdicts that were written before there were quotes
   * have none.
   */
  quote: z._default(z.nullable(z.string().check(z.maxLength(2000))), null),
};

const findingSchema = z.discriminatedUnion('tier', [
  z.object({ tier: z.literal(1), category: z.enum(blockingCategories), ...remark }),
  z.object({ tier: z.literal(2), category: z.enum(highPriorityCategories), ...remark }),
  z.object({ tier: z.literal(3), category: z.null(), ...remark }),
]);

/** A reviewer's structured judgement, as `renderVerdict` writes it. */
export const verdictSchema = z.object({
  verdict: z.enum(verdictWords),
  /** What was reviewed, such as "137 - Feature: …". */
  title: z.string(),
  reviewer: z.string(),
  summary: longText(),
  findings: listOf(findingSchema, 200),
  resolvedQuestions: listOf(z.object({ question: shortText(), resolution: shortText() }), 100),
  coverage: listOf(
    z.object({
      requirement: namedNumber(),
      text: shortText(),
      scenarios: listOf(z.string().check(z.maxLength(200)), 1000),
    }),
    2000,
  ),
  /** Questions that only a person can answer. */
  questions: listOf(shortText(), 100),
});

/** What a reviewer is asked for: what was reviewed, and by whom, is ours to say. */
export const askedVerdictSchema = z.omit(verdictSchema, { title: true, reviewer: true });

export type AskedVerdict = z.infer<typeof askedVerdictSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
export type VerdictFinding = z.infer<typeof findingSchema>;

const denial =
  /^\W*(?:none|n\/a|uncovered|untested|no (?:scenario|test|coverage|proof)|not (?:\w+ )?(?:covered|prove[dn]|tested))\b/i;

/** Whether a reviewer names a scenario for a requirement: one has a number, and what begins by saying that there is none is none. */
export function isProved({ scenarios }: { readonly scenarios: readonly string[] }): boolean {
  return scenarios.some((id) => /\d/.test(id) && !denial.test(id));
}

/** A finding that a verdict file lists and has not ticked off or struck out. */
export interface OpenFinding {
  readonly tier: Tier;
  readonly title: string;
  readonly line: number;
}

/** What a verdict file says. `reason` is a sentence when the verdict is UNREADABLE, null otherwise. */
export interface VerdictReading {
  readonly verdict: 'APPROVED' | 'REVISE' | 'DISCUSS' | 'BLOCKED' | 'UNREADABLE';
  readonly line: number;
  readonly reason: string | null;
  readonly findings: readonly OpenFinding[];
  /** Requirements covered / requirements listed, by the file's own account; null where it gives none. */
  readonly coverageRatio: number | null;
}
