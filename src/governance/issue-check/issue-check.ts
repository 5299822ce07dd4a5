import * as z from 'zod/mini';
import { foldQuote, makeQuoteFinder, type Span } from '../quotation.ts';
import { listOf, longestLine, shortText } from '../reply-bounds.ts';
import { readJsonReply } from '../reply-format.ts';
import { findDenials } from './denials.ts';

/** Nobody answers more questions at once, and no honest reader finds so many. */
const mostExamined = 100;

const contradictionSchema = z.object({
  /** Two statements of the issue, word for word. */
  first: shortText(),
  second: shortText(),
  question: shortText(),
});

/** Whether an issue can be designed at all: what a provider is asked for. */
export const issueCheckSchema = z.object({
  contradictions: listOf(contradictionSchema, mostExamined),
  untestable: listOf(z.object({ criterion: shortText(), why: shortText() }), 250),
});

export type IssueCheck = z.infer<typeof issueCheckSchema>;
type Contradiction = z.infer<typeof contradictionSchema>;

export function readIssueCheck(reply: string): { readonly check: IssueCheck } | { readonly reason: string } {
  const reading = readJsonReply(reply, issueCheckSchema);
  return 'reason' in reading ? reading : { check: reading.data };
}

const plainQuestion = 'Which of the two holds?';
/** Shorter words stand in any text. */
const leastChars = 8;
const mostContradictions = 20;

/**
 * Keeps the contradictions of which both sides stand in the issue, at two places: nobody can stop a task with words that
 * were never written. A contradiction without a question gets one.
 */
export function verifyIssueCheck(check: IssueCheck, issueText: string): IssueCheck {
  const find = makeQuoteFinder(issueText);
  const real = check.contradictions.slice(0, mostExamined).filter(({ first, second }) => {
    const [one, other] = [foldQuote(first), foldQuote(second)];
    if (Math.min(one.length, other.length) < leastChars || one === other) return false;
    const places = find(first);
    return places !== null && standApart(places, find(second) ?? []);
  });
  return { ...check, contradictions: real.slice(0, mostContradictions).map(withQuestion) };
}

function standApart(some: readonly Span[], others: readonly Span[]): boolean {
  return some.some((one) => others.some((other) => one.end <= other.start || other.end <= one.start));
}

function withQuestion({ first, second, question }: Contradiction): Contradiction {
  return { first, second, question: question.trim() === '' ? plainQuestion : question };
}

/** The check that needs no understanding: criteria of one group that are the same words, of which one says no. */
export function checkIssueOffline(groups: readonly (readonly string[])[]): IssueCheck {
  const denials = groups.flatMap((criteria) => findDenials(criteria));
  const known = new Map(denials.map((denial) => [JSON.stringify(denial), denial]));
  // The beginning of a criterion is a quote, too.
  const contradictions = [...known.values()].slice(0, mostExamined).map(({ affirmed, denied }) => ({
    first: affirmed.slice(0, longestLine),
    second: denied.slice(0, longestLine),
    question: plainQuestion,
  }));
  return { contradictions, untestable: [] };
}
